/** How batches of rows are handed over, and the signs of life that come with them. */
import { afterEach, expect, test, vi } from 'vitest'
import { languagesOf } from '../../platform/text-files/languages.ts'
import { readRows } from './read-rows.ts'
import { signsOfBatches } from './receive.ts'

afterEach(() => void vi.useRealTimers())

test('the statement of a batch is under way before the next rows are read', async () => {
  const events: string[] = []
  async function* content() {
    yield Buffer.from('1\n2\n3\n')
  }
  const read = await readRows<{ line: number }>({
    content: content(),
    text: { languages: languagesOf([{ locale: 'en-GB', timeZone: 'Europe/London' }]) },
    batchSize: 1,
    open: () => ({
      hasHeader: false,
      read: (_, line) => {
        events.push(`read ${line}`)
        return { line }
      },
    }),
    onRows: async ([row]) => {
      // As the pool of connections does before it hands one out.
      await new Promise<void>((resolve) => process.nextTick(resolve))
      events.push(`sent ${row?.line}`)
    },
  })
  expect(read).toMatchObject({ dataCount: 3, errorCount: 0 })
  expect(events).toEqual(['read 1', 'sent 1', 'read 2', 'sent 2', 'read 3', 'sent 3'])
})

test('batches that follow each other within a second give one sign of life; one that fails is told', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let lost = false
  const sign = vi.fn(() => (lost ? Promise.reject(new Error('another upload has its place')) : Promise.resolve()))
  const give = signsOfBatches(sign)
  await give()
  await give()
  vi.advanceTimersByTime(999)
  await give()
  expect(sign).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await give()
  expect(sign).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  lost = true
  await expect(give()).rejects.toThrow('another upload has its place')
})
