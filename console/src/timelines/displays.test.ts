import { expect, test } from 'vitest'
import { darkScreens, panelsOf, screensFor, unfit, commonZone, withDisplays, withoutDisplay } from './displays.ts'

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

test('a screen has the panels of all shows, and a display of another shape is named', () => {
  const panel = (type: 23 | 29) => ({ type, width: 1920, height: type === 23 ? 158 : 540, left: 0, top: 0, rotation: 0 as const })
  const shows = [{ device: [panel(23), panel(29)] }, { device: [panel(23)] }, { device: [panel(29)] }]
  expect(panelsOf(shows, 0).map(({ type }) => type)).toEqual([23, 29])
  expect(panelsOf(shows, 1)).toEqual([{ type: 29, width: 1920, height: 540 }])
  expect(panelsOf(shows, 2)).toEqual([])
  const display = (screenWidth: number, screenHeight: number) => ({ screenWidth, screenHeight })
  expect(unfit(display(1920, 540), panelsOf(shows, 0))).toEqual([{ type: 23, width: 1920, height: 158 }])
  // A machine that stands, one of more pixels, and one that is as good as of the shape.
  for (const [width, height] of [
    [158, 1920],
    [3840, 316],
    [1920, 160],
  ] as const)
    expect(unfit(display(width, height), panelsOf([{ device: [panel(23)] }], 0))).toEqual([])
})

test('the week is drawn on the clock of most displays', () => {
  const zone = (timezone: string) => ({ timezone })
  expect(commonZone([zone('Asia/Tokyo'), zone('Europe/Berlin'), zone('Asia/Tokyo'), zone('')])).toBe('Asia/Tokyo')
  expect(commonZone([zone('')])).toBeUndefined()
})
