/** Which content a plan needs, and in which order it is loaded. */
import type { Manifest } from '@endcap/contract/player'

export interface WantedFile {
  /** Names it in the store. */
  key: string
  url: string
  type: string
  bytes: number
  /** sha256 of each piece; empty when it is not known. */
  chunks: readonly string[]
}

/** A card's address says what it shows: it is a good name for it. */
export const cardKey = (url: string): string => `card-${url.split('/').slice(-3).join('-')}`

/** Cards first: they are small and show prices. Then files in the order of the slides that use them. */
export function wantedBy({ cards, plan, files }: Pick<Manifest, 'cards' | 'plan' | 'files'>): WantedFile[] {
  const wanted = new Map<string, WantedFile>()
  for (const { url } of cards) wanted.set(cardKey(url), { key: cardKey(url), url, type: 'image/png', bytes: 0, chunks: [] })
  for (const { object } of plan.slides)
    for (const { type, id } of object) {
      const file = files[`${type}:${id}`]
      if (file === undefined) continue
      const { sha256, bytes, chunks } = file
      wanted.set(sha256, { key: sha256, url: `/api/player/v1/content/${sha256}`, type: file.type, bytes, chunks })
    }
  return [...wanted.values()]
}

/** Ends of the pieces in which a file is loaded, both within. */
export function piecesOf({ bytes }: Pick<WantedFile, 'bytes'>, pieceBytes: number): { start: number; end: number }[] {
  return Array.from({ length: Math.max(1, Math.ceil(bytes / pieceBytes)) }, (_, index) => ({
    start: index * pieceBytes,
    end: Math.min(bytes, (index + 1) * pieceBytes) - 1,
  }))
}
