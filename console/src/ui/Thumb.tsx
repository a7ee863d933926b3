/** The small picture of a file in a list, or a sign of its kind. */
import type { MediaFile } from '@endcap/contract/media'
import { IconMovie, IconPhoto, IconPuzzle } from '@tabler/icons-react'
import { useMediaThumb } from '../data/use-media-thumb.ts'
import thumbStyles from './Thumb.module.css'

export const signs = { image: IconPhoto, video: IconMovie, widget: IconPuzzle, sw: IconPuzzle, launcher: IconPuzzle }

export function Thumb({ storeCode, file }: { storeCode: string; file: MediaFile }) {
  const picture = useMediaThumb(storeCode, file)
  const Sign = signs[file.kind]
  return (
    <span className={thumbStyles.signageThumb} data-part="signage-thumb">
      {file.thumb && picture !== undefined ? <img src={picture} alt="" /> : <Sign size={16} stroke={1.5} aria-hidden />}
    </span>
  )
}
