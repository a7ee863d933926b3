/** Which tab of each place the account had open last on this device: its entry in the menu leads there. */
import { useEffect, useState } from 'react'
import type { Where } from '../app/nav.ts'

type LastTabs = Readonly<Record<string, string>>

const keyOf = (email: string) => `endcap.tabs.${email}`

function read(email: string): LastTabs {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(email)) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

/** The names of tabs by those of their places. The tab that is open counts at once, however it was reached. */
export function useLastTabs(email: string, open: Where | undefined): LastTabs {
  const [stored, setStored] = useState(() => ({ email, tabs: read(email) }))
  const before = stored.email === email ? stored.tabs : read(email)
  const tabs = open === undefined || before[open.place.name] === open.tab.name ? before : { ...before, [open.place.name]: open.tab.name }
  if (tabs !== stored.tabs || stored.email !== email) setStored({ email, tabs })
  useEffect(() => localStorage.setItem(keyOf(stored.email), JSON.stringify(stored.tabs)), [stored])
  return tabs
}
