/** Hands a file to the browser. */

/** From an address of the server: the browser fetches it by itself, whatever its size. */
export function saveLink(href: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** The browser has read the content by then. */
const keepMs = 60_000

export function saveBlob(content: Blob, fileName: string): void {
  const href = URL.createObjectURL(content)
  saveLink(href, fileName)
  setTimeout(() => URL.revokeObjectURL(href), keepMs)
}
