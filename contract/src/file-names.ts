/** How files of displays are called when they are downloaded: by what they are, whatever they were called. */

/** Endings for the types of files that are taken; the first of each is given to a file that has none of them. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'application/zip': ['zip'],
  'application/vnd.android.package-archive': ['apk'],
}
const known = new Set([...Object.values(endings).flat(), 'svg', 'bmp'])

/** The name with an ending of its type; the ending of another kind of file goes. */
export function downloadName(name: string, type: string): string {
  const own = endings[type]
  if (own === undefined) return name
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  if (ending !== undefined && own.includes(ending)) return name
  const bare = ending !== undefined && known.has(ending) ? name.slice(0, -ending.length - 1) : name
  return `${bare}.${own[0]}`
}
