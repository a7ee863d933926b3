/** Which content a plan needs, and in which order it is loaded. */
import type { Manifest } from '@endcap/contract/player'
import { areasOn } from '@endcap/signage/shows'

export interface RequiredFile {
  /** Names it in the store. */
  key: string
  url: string
  type: string
  bytes: number
  /** sha256 of each piece; empty when it is not known. */
  chunks: readonly string[]
}

/** A card's address says what it shows: it is a good name for it. */
export const cardKey = (url: string): string => `card-${url.replace(/\?.*/, '').split('/').slice(-3).join('-')}`

/** Files of a plan by the names it gives them: of slides all, of shows what this screen sees; in the order in which they come. */
export function filesOf(plan: Manifest['plan']): string[] {
  if (plan.line === 'v0') return plan.slides.flatMap(({ object }) => object.map(({ type, id }) => `${type}:${id}`))
  const lists = plan.rows.flatMap(({ id }) => plan.sets[id]?.list ?? [])
  const shows = lists.flatMap(({ id }) => plan.shows[id] ?? [])
  return shows.flatMap((show) => areasOn(show, plan.screen).flatMap(({ items }) => items.map(({ id }) => `content:${id}`)))
}

/** Cards first: they are small and show prices. Then files. */
export function requiredBy({ cards, plan, files }: Pick<Manifest, 'cards' | 'plan' | 'files'>): RequiredFile[] {
  const required = new Map<string, RequiredFile>()
  for (const { url, type = 'image/png' } of cards) required.set(cardKey(url), { key: cardKey(url), url, type, bytes: 0, chunks: [] })
  for (const name of filesOf(plan)) {
    const file = files[name]
    if (file === undefined) continue
    const { sha256, bytes, chunks } = file
    required.set(sha256, { key: sha256, url: `/api/player/v1/content/${sha256}`, type: file.type, bytes, chunks })
  }
  return [...required.values()]
}

/** Ends of the pieces in which a file is loaded, both within. */
export function piecesOf({ bytes }: Pick<RequiredFile, 'bytes'>, pieceBytes: number): { start: number; end: number }[] {
  return Array.from({ length: Math.max(1, Math.ceil(bytes / pieceBytes)) }, (_, index) => ({
    start: index * pieceBytes,
    end: Math.min(bytes, (index + 1) * pieceBytes) - 1,
  }))
}
