/** Drawing while something is dragged: one call at a time, the newest waits, and no answer goes back. */
import { expect, test, vi } from 'vitest'
import { createDrawQueue } from './draw-queue.ts'

function set() {
  const calls: { question: string; signal: AbortSignal; answer: (text: string) => void; fail: (error: unknown) => void }[] = []
  const heard = { answers: [] as string[], errors: [] as unknown[], busy: vi.fn() }
  const queue = createDrawQueue<string, string>({
    call: (question, signal) => new Promise((answer, fail) => calls.push({ question, signal, answer, fail })),
    onAnswer: (answer) => heard.answers.push(answer),
    onError: (error) => heard.errors.push(error),
    onBusy: heard.busy,
  })
  const settle = () => new Promise((go) => setTimeout(go))
  return { calls, heard, queue, settle, ask: (question: string, subject = 'one') => queue.ask({ subject, question }) }
}

test('while one is under way only the newest waits; each answer is shown as it comes', async () => {
  const { calls, heard, ask, settle } = set()
  for (const question of ['1', '2', '3', '4']) ask(question)
  expect(calls.map(({ question }) => question)).toEqual(['1'])
  calls[0]!.answer('drawn 1')
  await settle()
  expect(calls.map(({ question }) => question)).toEqual(['1', '4'])
  calls[1]!.answer('drawn 4')
  await settle()
  expect(heard.answers).toEqual(['drawn 1', 'drawn 4'])
  expect(heard.busy.mock.calls.map(([busy]) => busy as boolean).at(-1)).toBe(false)
})

test('an answer of another subject than is asked for now is discarded, and its call given up', async () => {
  const { calls, heard, ask, settle } = set()
  ask('old', 'milk')
  ask('new', 'bread')
  expect(calls[0]!.signal.aborted).toBe(true)
  calls[0]!.answer('drawn old')
  await settle()
  calls[1]!.answer('drawn new')
  await settle()
  expect(heard.answers).toEqual(['drawn new'])
})

test('a failure is told where nothing newer waits, and the next is asked all the same', async () => {
  const { calls, heard, ask, settle } = set()
  ask('1')
  ask('2')
  calls[0]!.fail(new Error('first'))
  await settle()
  expect(heard.errors).toEqual([])
  calls[1]!.fail(new Error('second'))
  await settle()
  expect(heard.errors).toEqual([new Error('second')])
  ask('3')
  expect(calls).toHaveLength(3)
})

test('after the end nothing is told', async () => {
  const { calls, heard, queue, ask, settle } = set()
  ask('1')
  ask('2')
  queue.stop()
  calls[0]!.answer('late')
  await settle()
  expect([heard.answers, calls.length]).toEqual([[], 1])
})
