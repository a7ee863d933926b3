/** The pace of an answer that many ask for. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('many who ask at once are answered by two readings, none of which began before its question', async () => {
  const pace = createPace(50)
  let readings = 0
  const ask = () =>
    pace('all', async () => {
      const number = ++readings
      await wait(5)
      return number
    })
  const first = ask()
  const others = await Promise.all(Array.from({ length: 200 }, ask))
  expect(await first).toBe(1)
  expect(new Set(others)).toEqual(new Set([2]))
  expect(readings).toBe(2)
})

test('two beginnings are never closer than the rest, and other questions do not wait', async () => {
  const pace = createPace(80)
  const begins: number[] = []
  const ask = (what: string) =>
    pace(what, () => {
      if (what === 'all') begins.push(performance.now())
      return Promise.resolve(what)
    })
  for (let turn = 0; turn < 3; turn++) {
    const one = ask('all')
    expect(await ask(`other ${turn}`)).toBe(`other ${turn}`)
    await one
  }
  expect(begins).toHaveLength(3)
  // A timer may end a part of a millisecond early.
  for (const [place, begin] of begins.entries()) if (place > 0) expect(begin - (begins[place - 1] ?? 0)).toBeGreaterThan(78)
})

test('a reading that failed is told to those who asked, and the next is a new one', async () => {
  const pace = createPace(1)
  await expect(pace('all', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await pace('all', () => Promise.resolve('there'))).toBe('there')
})

test('no more than so many are shared at once; what is beyond is worked out for itself', async () => {
  const pace = createPace(10_000, 2)
  let readings = 0
  const ask = (what: string) => pace(what, () => Promise.resolve(++readings))
  await Promise.all([ask('a'), ask('b')])
  expect(await Promise.all([ask('c'), ask('c')])).toEqual([3, 4])
})
