import { say } from './sentences.ts'

/** A value that a layout wants to format but cannot: never drawn as something else. */
export class BadValue extends Error {
  readonly words: ReturnType<typeof say>
  constructor(...words: Parameters<typeof say>) {
    const said = say(...words)
    super(said.detail)
    this.name = 'BadValue'
    this.words = said
  }
}
