import { useEffect, useState } from 'react'

/** An address of the content in memory, for as long as something shows it. It stays the same until the next content is there. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [href, setHref] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(content)
    // oxlint-disable-next-line react/set-state-in-effect -- the browser gives the address, and it has to be given back: an effect alone can do both
    setHref(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return href
}
