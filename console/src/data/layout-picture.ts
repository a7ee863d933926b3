/** Pictures of drawings, made by the server and kept: a draft that has not changed is not drawn again. */
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { Drawing, LayoutContent } from '@endcap/contract/layout-drawings'
import type { DrawnLayout } from '@endcap/contract/layout-findings'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useAliases } from './aliases.ts'
import { pauseForImage } from './pause.ts'
import { sampleInfo, sampleProducts } from './layout-sample.ts'

/** Drawn at the same time for a list: who works on a layout beside it has to wait for no more. */
const maxConcurrent = 2
let drawing = 0
const waiting: (() => void)[] = []
/** Runs `work` when fewer than `maxConcurrent` others do. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  while (drawing >= maxConcurrent) await new Promise<void>((go) => waiting.push(go))
  drawing++
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    drawing--
    waiting.shift()?.()
  }
}

type OfList = Pick<Drawing, 'drawingId' | 'size' | 'modelClass' | 'updatedAt' | 'storeCode'>
/** What a draft looks like with a product that was made up; while it is not in sight, it is not drawn. */
export function usePicture({ drawingId, size, modelClass, updatedAt, storeCode }: OfList, inSight = true) {
  const { t } = useTranslation()
  const api = useApi()
  const aliases = useAliases()
  const name = t('layouts.sample')
  return useQuery({
    queryKey: ['layout-pictures', drawingId, updatedAt, name, aliases],
    queryFn:
      aliases.length === 0 || !inSight
        ? skipToken
        : async ({ signal }): Promise<DrawnLayout> => {
            await pauseForImage(signal)
            return inTurn(signal, async () => {
              const { draft } = await api.layouts.read({ params: { drawingId } }, { signal })
              const products = sampleProducts(sampleInfo(aliases, name))
              const body = { ...(storeCode !== null && { storeCode }), definition: draft, size, modelClass, products }
              return api.layouts.draw({ body }, { signal })
            })
          },
    staleTime: Infinity,
    retry: false,
  })
}

interface DrawRequest {
  definition: LayoutContent
  size: string
  /** The size that it is refitted to; none: its own. */
  panel?: string | null
  modelClass: PanelPalette
  storeCode: string
  /** In the order of their places. */
  prCodes: readonly string[]
}
/** A definition drawn for products of a store; `key` tells definitions apart. Nothing while there is no product or definition. */
export function useDrawn(key: readonly (string | number)[], request: DrawRequest | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['layout-pictures', ...key, request?.panel ?? '', request?.modelClass, request?.storeCode, ...(request?.prCodes ?? [])],
    queryFn:
      request === undefined
        ? skipToken
        : async ({ signal }): Promise<DrawnLayout> => {
            await pauseForImage(signal)
            const { definition, size, panel, modelClass, storeCode, prCodes } = request
            const products = prCodes.map((prCode) => ({ prCode }))
            return api.layouts.draw(
              { body: { storeCode, definition, size, ...(panel != null && { panel }), modelClass, products } },
              { signal },
            )
          },
    retry: false,
  })
}
/** For `img`: labels come as BMPs. */
export const bmpAddress = (base64: string): string => `data:image/bmp;base64,${base64}`
