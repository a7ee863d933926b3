import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNewcomers, networkOf } from './newcomers.ts'

describe('newcomers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('who comes when an address has no room takes the place of its oldest', () => {
    const ended: string[] = []
    const room = createNewcomers({ all: 10, perAddress: 2, ms: 1000 })
    for (const name of ['a', 'b', 'c']) room.enter('10.0.0.1', (why) => ended.push(`${name} ${why}`))
    room.enter('10.0.0.2', (why) => ended.push(`other ${why}`))
    expect(ended).toEqual(['a too-many'])
    expect(room.size()).toBe(3)
  })
  test('who comes when all have no room takes the place of the oldest of all', () => {
    const ended: string[] = []
    const room = createNewcomers({ all: 3, perAddress: 2, ms: 1000 })
    for (let index = 0; index < 5; index++) room.enter(`10.0.0.${index}`, () => ended.push(`10.0.0.${index}`))
    expect(ended).toEqual(['10.0.0.0', '10.0.0.1'])
    expect(room.size()).toBe(3)
  })
  test('ends those whose time is over, and lets those go that are known', () => {
    const ended: string[] = []
    const room = createNewcomers({ all: 10, perAddress: 10, ms: 1000 })
    const known = room.enter('10.0.0.1', (why) => ended.push(`known ${why}`))
    room.enter('10.0.0.1', (why) => ended.push(`silent ${why}`))
    known()
    vi.advanceTimersByTime(1000)
    expect(ended).toEqual(['silent too-slow'])
    expect(room.size()).toBe(0)
  })
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
