/**
 * Checks what a call holds, and says what is wrong with it in words that a person understands. A schema's own sentence, such as
 * "Enter Product Code, Please!", stands alone; what is only half a sentence, such as "must be a number", follows the name of its field.
 */
import type { Schema } from '@endcap/contract/endpoint'
import { paramSchema } from '@endcap/contract/params'
import * as z from 'zod'
import { invalid, type ApiError } from '../base/errors.ts'

type Issue = z.core.$ZodIssue

/** What a value should be, by the name that the library has for it. */
const nouns: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const parts: Record<string, string> = { string: 'characters', array: 'entries' }

/** For rules that the schema has no words of its own for; undefined where those of the library are clear. */
export function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${nouns[String(issue.expected)] ?? String(issue.expected)}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return parts[String(issue.origin)] === undefined
        ? `must be at most ${String(issue.maximum)}`
        : `must have at most ${String(issue.maximum)} ${parts[String(issue.origin)]}`
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${listed(issue.values)}`
    case 'invalid_union':
      return 'is not valid'
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an e-mail address' : 'has not the right form'
    default:
      return undefined
  }
}
function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue): string {
  const what = parts[String(origin)]
  if (what !== undefined) return minimum === 1 ? 'must not be empty' : `must have at least ${String(minimum)} ${what}`
  return inclusive === false ? `must be more than ${String(minimum)}` : `must be at least ${String(minimum)}`
}
const listed = (values: unknown): string => (Array.isArray(values) && values.length > 1 ? `one of ${values.join(', ')}` : String(values))

/** Of several forms that a value may have, the one that it comes nearest to. */
function nearest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const first = issue.errors.flatMap((branch) => (branch[0] === undefined ? [] : [{ branch, issue: nearest(branch[0]) }]))
  // Another form by what it says of itself counts least; the deeper the fault, the more of it was right.
  const score = ({ branch, issue: { code, path } }: (typeof first)[number]) =>
    (branch.some((one) => one.code === 'invalid_value') ? 0 : 1000) + path.length * 2 + (code === 'invalid_type' ? 0 : 1)
  const best = first.reduce<(typeof first)[number] | undefined>(
    (now, one) => (now === undefined || score(one) >= score(now) ? one : now),
    undefined,
  )
  return best === undefined ? issue : { ...best.issue, path: [...issue.path, ...best.issue.path] }
}

/** Sentences of the contract begin with a capital letter. */
const isSentence = ({ code, message }: Issue): boolean => code !== 'unrecognized_keys' && /^\p{Lu}/u.test(message)

function refusal(issue: Issue | undefined, within: string[] = []): ApiError {
  if (issue === undefined) return invalid('Invalid request')
  const { path, ...rest } = nearest(issue)
  const field = [...within, ...path.map(String)].join('.')
  return invalid(field === '' || isSentence({ path, ...rest }) ? rest.message : `${field}: ${rest.message}`, field)
}

/** What the schema makes of a value. */
export function check(schema: Schema, value: unknown): unknown {
  const checked = z.safeParse(schema, value, { error: wordsOf })
  if (checked.success) return checked.data
  throw refusal(checked.error.issues[0])
}

/** The same for what stands in an address, by the parameters' names. */
export function checkParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const checked = z.safeParse(paramSchema(name), value, { error: wordsOf })
      if (checked.success) return [name, checked.data]
      throw refusal(checked.error.issues[0], [name])
    }),
  )
}
