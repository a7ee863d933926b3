/** What is wrong with a request, in words. */
import * as z from 'zod'
import { expect, test } from 'vitest'
import { ApiError } from '../base/errors.ts'
import { check } from './check-request.ts'

const pair = z.strictObject({ type: z.literal(1), first: z.int().min(11).max(26) })
const other = z.strictObject({ type: z.literal(2), second: z.string().min(1).max(5) })

test.each([
  ['a text', z.object({ a: z.string() }), { a: 5 }, 'a: must be a text'],
  ['what is missing', z.object({ a: z.object({ b: z.number() }) }), { a: {} }, 'a.b: is missing'],
  ['a whole number', z.object({ a: z.int() }), { a: 1.5 }, 'a: must be a whole number'],
  ['an empty text', z.object({ a: z.string().min(1) }), { a: '' }, 'a: must not be empty'],
  ['a long text', z.object({ a: z.string().max(2) }), { a: 'abc' }, 'a: must have at most 2 characters'],
  ['few entries', z.object({ a: z.array(z.int()).min(2) }), { a: [1] }, 'a: must have at least 2 entries'],
  ['a small number', z.object({ a: z.number().positive() }), { a: 0 }, 'a: must be more than 0'],
  ['a choice', z.object({ a: z.enum(['x', 'y']) }), { a: 'z' }, 'a: must be one of x, y'],
  ['an address', z.object({ a: z.email() }), { a: 'z' }, 'a: must be an e-mail address'],
  ['words of its own', z.object({ a: z.string().min(1, 'must be a name') }), { a: '' }, 'a: must be a name'],
  ['a sentence of its own', z.object({ a: z.string().min(1, 'Enter a, Please!') }), { a: '' }, 'Enter a, Please!'],
  ['an unknown field', z.object({ a: z.strictObject({}) }), { a: { b: 1 } }, 'a: Unrecognized key: "b"'],
  ['the form that its type says', z.union([pair, other]), { type: 1, first: 5 }, 'first: must be at least 11'],
  ['the other form', z.union([pair, other]), { type: 2, second: '' }, 'second: must not be empty'],
  [
    'the deeper form',
    z.object({ a: z.union([z.string(), z.array(pair)]) }),
    { a: [{ type: 1, first: 'x' }] },
    'a.0.first: must be a number',
  ],
  [
    'a number or digits',
    z.object({ a: z.union([z.literal(-1), z.string().regex(/^\d+$/, 'must be an id')]) }),
    { a: 'x' },
    'a: must be an id',
  ],
])('says of %s what it should be', (_, schema, value, message) => {
  let refusal: unknown
  try {
    check(schema, value)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(ApiError)
  const { answer, status } = refusal as ApiError
  expect([status, answer.message]).toEqual([400, message])
  expect(answer.field).toBe(message.includes(': ') && !message.startsWith('Enter') ? message.slice(0, message.indexOf(': ')) : 'a')
})
