/** Pictures of products for lists: what is asked for at the same time is fetched in one call, and again only when a glass has changed. */
import type { ListedProduct } from '@endcap/contract/products'
import { maxPictures } from '@endcap/contract/tag-list'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

type Api = ReturnType<typeof useApi>
interface Batch {
  prCodes: Set<string>
  /** PNGs in base64 by product code. */
  pictures: Promise<ReadonlyMap<string, string>>
}
/** By store: those that wait for what else is asked for. */
const gathering = new Map<string, Batch>()
/** Milliseconds: rows of a screen are drawn within them. */
const gatherMs = 100

function startBatch(api: Api, storeCode: string): Batch {
  const prCodes = new Set<string>()
  const fetchAll = async () => {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    if (gathering.get(storeCode) === batch) gathering.delete(storeCode)
    const { pictures } = await api.tagList.pictures({ params: { storeCode }, body: { prCodeList: [...prCodes] } })
    return new Map(pictures.map(({ prCode, encodedImage }) => [prCode, encodedImage]))
  }
  const batch: Batch = { prCodes, pictures: fetchAll() }
  gathering.set(storeCode, batch)
  return batch
}

async function pictureOf(api: Api, storeCode: string, prCode: string): Promise<string | null> {
  const open = gathering.get(storeCode)
  const batch = open === undefined || open.prCodes.size >= maxPictures ? startBatch(api, storeCode) : open
  batch.prCodes.add(prCode)
  return (await batch.pictures).get(prCode) ?? null
}

/** What a product looks like on a label, as the address of an image; undefined until it is loaded, and where it stands on no glass. */
export function usePicture(storeCode: string, { prCode, labels: { glass } }: Pick<ListedProduct, 'prCode' | 'labels'>): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    // Not one of `products`: what changed of a product is no new picture until a glass shows it.
    queryKey: ['pictures', storeCode, prCode, glass],
    queryFn: () => pictureOf(api, storeCode, prCode),
    enabled: glass !== null,
    staleTime: Infinity,
  })
  return data === null || data === undefined ? undefined : `data:image/png;base64,${data}`
}
