/** Content that a virtual display loads as the player does, in pieces; what it is is not looked at. */
import { chunkBytes, type Manifest } from '@endcap/contract/player'
import { loadPiece } from '../load-piece.ts'

export interface Content {
  /** Loads what a plan names. What breaks off goes on with the next try. */
  load(manifest: Pick<Manifest, 'files'>, token: string): Promise<void>
  /** Bytes that were loaded. */
  loaded(): number
}

/** Nothing is loaded yet. */
export function createContent(serverUrl: string): Content {
  const pieces = new Set<string>()
  let loaded = 0
  return {
    async load({ files }, token) {
      for (const { sha256, bytes } of Object.values(files))
        for (let start = 0; start < bytes; start += chunkBytes) {
          const piece = `${sha256} ${start}`
          if (pieces.has(piece)) continue
          const end = Math.min(bytes, start + chunkBytes) - 1
          const took = await loadPiece(`${serverUrl}/api/player/v1/content/${sha256}`, { token, start, end })
          if (took !== end - start + 1) throw new Error(`a piece of ${sha256} has ${took} bytes`)
          pieces.add(piece)
          loaded += took
        }
    },
    loaded: () => loaded,
  }
}
