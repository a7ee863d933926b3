/** What helpers of a benchmark say to it from processes of their own. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { partsOf } from '@endcap/contract/typed-object'

/** The next message of the process. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message')
  return message
}

/** Sends a question; the next message is its answer. */
export async function ask(child: ChildProcess, question: string | object): Promise<unknown> {
  child.send(question)
  return messageOf(child)
}

/** What a message says under this name; undefined when it says nothing of it. */
export const fieldOf = (message: unknown, name: string): unknown => partsOf(message)[name]

/** Throws for anything else than a number. */
export function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`${JSON.stringify(value)} is no number`)
  return value
}
/** Throws for anything else than texts. */
export function textsOf(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) throw new TypeError(`${JSON.stringify(value)} are no texts`)
  return value
}
/** Throws for anything else than numbers. */
export function numbersOf(value: unknown): number[] {
  if (!Array.isArray(value)) throw new TypeError(`${JSON.stringify(value)} are no numbers`)
  return value.map(numberOf)
}
