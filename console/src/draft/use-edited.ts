/** What is typed over what is stored: nothing typed is lost when others save, and nothing of theirs is overwritten. */
import { useState } from 'react'

interface Edited<Draft> {
  draft: Draft
  /** What was stored when the typing began. */
  base: Draft
  version: string
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function useEdited<Draft>(stored: { draft: Draft; version: string } | undefined) {
  const [edited, setEdited] = useState<Edited<Draft>>()
  const changed = edited !== undefined && !same(edited.draft, edited.base)
  return {
    /** Undefined until it is known what is stored. */
    draft: changed ? edited.draft : stored?.draft,
    /** What the draft was made on. */
    version: changed ? edited.version : (stored?.version ?? ''),
    changed,
    change: (draft: Draft) => {
      if (stored === undefined) return
      setEdited({ draft, base: changed ? edited.base : stored.draft, version: changed ? edited.version : stored.version })
    },
    /** Back to what is stored. */
    discard: () => setEdited(undefined),
  }
}
