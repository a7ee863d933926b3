/** Lines of a file that are wrong, gathered while it is read and told some at a time, so that any number of them takes little memory. */
import type { FileReason } from '@endcap/contract/product-files'

/** A line that is wrong, or what is wrong with the file as a whole. */
export interface WrongLine {
  /** Of a line that is wrong. */
  line?: number
  text?: string
  reason: FileReason | string
}
/** Told of all that is wrong, some lines at a time: answers `errors` names the first of them. */
export type OnWrong = (wrong: readonly WrongLine[]) => Promise<void>

/** Without `onWrong` nothing is gathered. */
export function createWrongLines(onWrong: OnWrong | undefined) {
  let wrong: WrongLine[] = []
  return {
    note(one: WrongLine): void {
      if (onWrong !== undefined) wrong.push(one)
    },
    /** Tells what was noted since the last time. */
    async report(): Promise<void> {
      const found = wrong
      wrong = []
      if (found.length > 0) await onWrong?.(found)
    },
  }
}
