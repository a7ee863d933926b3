/** Content-addressed storage: a blob's name is the sha-256 of its content. */
import type { Readable } from 'node:stream'

export interface Stored {
  hash: string
  bytes: number
}
/** Content that has come in whole and is not in its place yet: it cannot be read, and it goes without harm to the same content of others. */
export interface Received extends Stored {
  /** Where it lies on this machine until then, for a process that looks at it; what that one writes begins with the same path. */
  path: string
  keep(): Promise<void>
  drop(): Promise<void>
}
export interface Blobs {
  /** Stores the content under its hash; a second time costs nothing. */
  put(content: Uint8Array): Promise<Stored>
  /** Takes in content of any length, to be kept or dropped. */
  receive(content: AsyncIterable<Uint8Array>): Promise<Received>
  /** Where a process may write a file that is to be taken in; it goes when nothing was added to it for an hour, as all that is coming in. */
  scratch(): Promise<string>
  /** The content, or undefined when nothing is stored under this hash. */
  get(hash: string): Promise<Uint8Array | undefined>
  /** How many bytes it has, or undefined when nothing is stored under this hash. */
  size(hash: string): Promise<number | undefined>
  /** The content as a stream, or a part of it with both ends within; `chunk` bytes at a time. Fails when nothing is stored under this hash. */
  read(hash: string, part?: { start?: number; end?: number; chunk?: number }): Readable
  /** Where content lies on this machine, for a process that looks at it and writes nothing. */
  pathOf(hash: string): string
  /** Removes content; does nothing when it is not there. Only for who knows that nothing names it (tidy.ts). */
  remove(hash: string): Promise<void>
  /** Hashes of all that is stored here, without what is in areas. */
  list(): AsyncIterable<string>
  /** Removes what was being received and that nothing was added to for so many seconds: the process that received it was killed. */
  sweep(restSeconds: number): Promise<void>
  /** A place of its own, named by words with slashes, whose content is only there and can be thrown away. */
  area(name: string): BlobArea
}
export interface BlobArea extends Omit<Blobs, 'area'> {
  /** Removes all that was put there, finished or not. */
  clear(): Promise<void>
}
