/** Threads beside the main one: what they answer, and what becomes of a job when its thread dies. */
import { afterEach, expect, test } from 'vitest'
import { startThreads, type ThreadOptions } from './threads.ts'

/** Does as it is told, and says which thread it is. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (job) => {
    if (job === 'throw') throw new Error('thrown')
    if (job === 'exit') process.exit(1)
    if (job === 'hang') for (;;);
    if (job === 'die later') setTimeout(() => { throw new Error('thrown later') }, 300)
    parentPort.postMessage([job, threadId])
  })
`)}`,
)
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
function start(options: Partial<ThreadOptions>) {
  const threads = startThreads<string, [job: string, thread: number]>({ script, max: 1, maxIdle: 0, attempts: 1, ...options })
  stops.push(threads.stop)
  return threads
}

test('one thread does one job after the other, the urgent one first', async () => {
  const { run } = start({})
  const order: string[] = []
  const all = ['a', 'b', 'c'].map((job) => run(job, { urgent: job === 'c' }).then(([done, thread]) => (order.push(done), thread)))
  expect(new Set(await Promise.all(all)).size).toBe(1)
  expect(order).toEqual(['a', 'c', 'b'])
})

test('no more threads than allowed', async () => {
  const { run } = start({ max: 2 })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => run(`${n}`)))
  expect(answers.map(([job]) => job)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`))
  expect(new Set(answers.map(([, thread]) => thread)).size).toBe(2)
})

test.each([
  ['throw', 'thrown', undefined],
  ['exit', 'the thread ended', undefined],
  // Longer than a thread needs to begin on a busy machine: of the good job nothing may be waited for in vain.
  ['hang', 'no answer within 5 s', 5000],
])('a job that threads die of (%s) is given up; the next ones are done by another thread', async (job, reason, longestMs) => {
  const { run } = start({ attempts: 2, ...(longestMs !== undefined && { longestMs }) })
  const [bad, good] = [run(job), run('good')]
  await expect(bad).rejects.toThrow(reason)
  expect((await good)[0]).toBe('good')
})

test('a job gets as many threads as it may', async () => {
  const errors: unknown[] = []
  const { run } = start({ attempts: 3, onError: (error) => errors.push(error) })
  await expect(run('throw')).rejects.toThrow('thrown')
  expect(errors).toHaveLength(3)
})

test('a thread that dies without work is replaced', async () => {
  const died = Promise.withResolvers<unknown>()
  const { run } = start({ maxIdle: 1, onError: died.resolve })
  const [, first] = await run('die later')
  await died.promise
  expect((await run('next'))[1]).not.toBe(first)
})
