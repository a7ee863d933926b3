/** Pictures from disk for labels: any that the browser reads becomes a PNG in the layout. */

/** Of a picture: characters of its data address, and pixels of a side. */
export const pictureLimits = { characters: 500_000, side: 2000 }
export type PictureProblem = 'no-picture' | 'too-many-pixels' | 'too-large'
export interface Picture {
  data: string
  width: number
  height: number
}

/** Why a picture cannot be taken; undefined when it can. */
export function pictureProblem({ data, width, height }: Picture): PictureProblem | undefined {
  if (Math.max(width, height) > pictureLimits.side) return 'too-many-pixels'
  return data.length > pictureLimits.characters ? 'too-large' : undefined
}

export async function readPicture(file: Blob): Promise<Picture | PictureProblem> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return 'no-picture'
  }
  const { width, height } = bitmap
  // Before so many pixels are written down.
  if (Math.max(width, height) > pictureLimits.side) return 'too-many-pixels'
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const picture = { data: canvas.toDataURL('image/png'), width, height }
  return pictureProblem(picture) ?? picture
}
