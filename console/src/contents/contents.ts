/** How contents stand in lists. */
import type { ContentType } from '@endcap/contract/contents'
import { mediaMaxBytes } from '@endcap/contract/media'
import { formatBytes } from '../ui/format.ts'

/** Specification 3 §2: Bytes, KB, MB, GB, TB. */
export const sizeText = (bytes: number): string => formatBytes(bytes).replace(/ B$/, ' Bytes')

/** What a file seems to be by its name; the server looks into it. */
export function kindOf(fileName: string): ContentType {
  if (/\.(mp4|m4v|webm)$/i.test(fileName)) return 'video'
  return /\.(zip|apk)$/i.test(fileName) ? 'widget' : 'image'
}
export const maxBytes = (fileName: string): number => mediaMaxBytes[kindOf(fileName)]
