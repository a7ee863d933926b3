/** A file that is read in parts: how long it is, and its bytes from `start` up to, but without, `end`. */
export interface Content {
  bytes: number
  read: (start: number, end: number) => Promise<Buffer>
}
