import { expect, test } from 'vitest'
import { darkScreens, screensFor, commonZone, withDisplays, withoutDisplay } from './displays.ts'

test('there is a list for each screen of the shows, and for those that displays are on', () => {
  expect(screensFor({ screens: 0, device: [] })).toEqual([[]])
  expect(screensFor({ screens: 2, device: [['a']] })).toEqual([['a'], []])
  expect(screensFor({ screens: 1, device: [['a'], ['b']] })).toEqual([['a'], ['b']])
})

test('a display is on one screen alone', () => {
  expect(withDisplays([['a', 'b'], ['c']], 1, ['a', 'd'])).toEqual([['b'], ['c', 'a', 'd']])
  expect(withoutDisplay([['a', 'b'], ['c']], 'a')).toEqual([['b'], ['c']])
})

test('shows with fewer screens than displays are put on leave some of them black', () => {
  const shows = [
    { id: '1', name: 'Wide', deviceCount: 3 },
    { id: '2', name: 'Small', deviceCount: 1 },
    { id: '2', name: 'Small', deviceCount: 1 },
  ]
  expect(darkScreens([['a'], ['b'], []], shows)).toEqual([{ id: '2', name: 'Small', deviceCount: 1, from: 2, to: 2 }])
  expect(darkScreens([['a'], []], shows)).toEqual([])
})

test('the week is drawn on the clock of most displays', () => {
  const zone = (timezone: string) => ({ timezone })
  expect(commonZone([zone('Asia/Tokyo'), zone('Europe/Berlin'), zone('Asia/Tokyo'), zone('')])).toBe('Asia/Tokyo')
  expect(commonZone([zone('')])).toBeUndefined()
})
