/** The small picture of a file in a list, or a sign of its kind. */
import type { MediaFile } from '@endcap/contract/media'
import { IconMovie, IconPhoto, IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'
import thumbStyles from './Thumb.module.css'

export const signs = { image: IconPhoto, video: IconMovie, widget: IconPuzzle, sw: IconPuzzle, launcher: IconPuzzle }

export function Thumb({ storeCode, file }: { storeCode: string; file: MediaFile }) {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['mediaThumb', storeCode, file._id, file.updatedAt],
    queryFn: async ({ signal }) =>
      toDataUrl(await api.media.thumb({ params: { storeCode, mediaFileKind: file.kind, fileId: file._id } }, { signal })),
    enabled: file.thumb,
    staleTime: Infinity,
  })
  const Sign = signs[file.kind]
  return (
    <span className={thumbStyles.signageThumb} data-part="signage-thumb">
      {file.thumb && data !== undefined ? <img src={data} alt="" /> : <Sign size={16} stroke={1.5} aria-hidden />}
    </span>
  )
}

export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The picture cannot be read.')))
    reader.readAsDataURL(blob)
  })
