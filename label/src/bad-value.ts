import { inEnglish } from './sentences.ts'

/** A value that a layout wants to format but cannot: never drawn as something else. */
export class BadValue extends Error {
  readonly words: ReturnType<typeof inEnglish>
  constructor(...sentence: Parameters<typeof inEnglish>) {
    const words = inEnglish(...sentence)
    super(words.detail)
    this.name = 'BadValue'
    this.words = words
  }
}
