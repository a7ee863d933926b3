/** Puts a text on the clipboard, also where the page is not secure and the browser has no clipboard for it; answers whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    // Inside the dialog, which keeps the focus to itself.
    const host = document.querySelector('[role=dialog]') ?? document.body
    host.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
