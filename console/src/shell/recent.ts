/** What the account has opened last from the search on this device: offered before anything is typed. */
import { signOfKind, type FoundHit, type HitKind } from './hits.ts'
import { recentKey } from './use-sign-out.ts'

/** Entries that are remembered. */
const limit = 6

type Stored = Pick<FoundHit, 'id' | 'title' | 'leads' | 'code' | 'place' | 'picture' | 'layout'> & { kind: HitKind }

function read(email: string): Stored[] {
  try {
    const stored: { of?: string; entries?: Stored[] } = JSON.parse(localStorage.getItem(recentKey) ?? '{}')
    return stored.of === email ? (stored.entries ?? []) : []
  } catch {
    return []
  }
}

/** Newest first. Prices are left out: what was paid last week is not what it costs. */
export function remember(email: string, kind: HitKind, { id, title, leads, code, place, picture, layout }: FoundHit): void {
  const others = read(email).filter((entry) => entry.id !== id || entry.kind !== kind)
  const entry = { kind, id, title, leads, code, place, picture, layout }
  localStorage.setItem(recentKey, JSON.stringify({ of: email, entries: [entry, ...others].slice(0, limit) }))
}

/** `ours`: what the console itself has, in the language and with the rights of now; what is not there any more is left out. */
export function recentHits(email: string, ours: Partial<Record<HitKind, readonly FoundHit[]>>): FoundHit[] {
  return read(email).flatMap(({ kind, ...entry }) => {
    if (kind === 'screens' || kind === 'actions' || kind === 'settings') {
      const own = ours[kind]?.find(({ id }) => id === entry.id)
      return own === undefined ? [] : [{ ...own }]
    }
    return kind in signOfKind ? [{ ...entry, id: `${kind} ${entry.id}`, icon: signOfKind[kind] }] : []
  })
}
