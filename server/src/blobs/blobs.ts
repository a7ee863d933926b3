/** Content-addressed storage: a blob's name is the sha-256 of its content. */
export interface Blobs {
  /** Stores the content under its hash; a second time costs nothing. */
  put(content: Uint8Array): Promise<{ hash: string; bytes: number }>
  /** The content, or undefined when nothing is stored under this hash. */
  get(hash: string): Promise<Uint8Array | undefined>
}
