import { useState } from 'react'

/** How long a button says that it was done. */
const shownMs = 2000

/** For a button that copies: what it does, and whether it has just done it. */
export function useCopied(text: string): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return [copied, () => void copy()]
}

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
