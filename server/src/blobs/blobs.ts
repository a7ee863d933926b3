/** Content-addressed storage: a blob's name is the sha-256 of its content. */
import type { Readable } from 'node:stream'

export interface Stored {
  hash: string
  bytes: number
}
export interface Blobs {
  /** Stores the content under its hash; a second time costs nothing. */
  put(content: Uint8Array): Promise<Stored>
  /** The same for content of any length. */
  putStream(content: AsyncIterable<Uint8Array>): Promise<Stored>
  /** The content, or undefined when nothing is stored under this hash. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** The content as a stream; fails when nothing is stored under this hash. */
  read(hash: string): Readable
}
