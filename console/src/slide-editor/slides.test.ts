/** Slides and their objects as the editors change them. */
import type { Slide, SlideObject } from '@endcap/signage/shows'
import { describe, expect, test } from 'vitest'
import { readShow, writeShow } from './show-file.ts'
import {
  aside,
  autoSized,
  changeObject,
  fromShow,
  grouped,
  lengthOf,
  moveSlide,
  newSlide,
  pasted,
  placeObjects,
  reorder,
  slotBox,
  toShow,
  togetherWith,
  ungrouped,
  withObjects,
  withoutObjects,
  withSlide,
  type EditorSlide,
} from './slides.ts'

const box = { left: 0, top: 0, width: 100, height: 50 }
const image = (id: string, index: number): SlideObject => ({ type: 'image', id, ...box, index })
const slide = (...object: SlideObject[]): Slide => ({ duration: 30, bgColor: '#000000', object, schedule: [], empty: false })
const only = (...object: SlideObject[]): EditorSlide => fromShow([slide(...object)])[0] ?? newSlide()
const ids = ({ object }: EditorSlide) => object.map(({ id }) => id).join('')
const keyOf = ({ object }: EditorSlide, id: string) => object.find((one) => one.id === id)?.key ?? ''
const keysOf = (of: EditorSlide, some: string) => new Set([...some].map((id) => keyOf(of, id)))

describe('a new object', () => {
  const screen = { width: 1920, height: 158 }
  const small = { left: 900, top: 20, width: 100, height: 50 }
  test('lies a little aside of those that were put in the same place', () => {
    expect(aside(small, [], screen)).toBe(small)
    const second = aside(small, [small], screen)
    expect(second).toEqual({ ...small, left: 920, top: 40 })
    expect(aside(small, [small, second], screen)).toEqual({ ...small, left: 940, top: 60 })
  })
  test('stays on the screen: as high as that it goes to the side alone, and as large as that it stays', () => {
    const high = { left: 400, top: 0, width: 500, height: 158 }
    expect(aside(high, [high], screen)).toEqual({ ...high, left: 420 })
    const whole = { left: 0, top: 0, ...screen }
    expect(aside(whole, [whole], screen)).toBe(whole)
  })
})

describe('slides', () => {
  test('that are not changed are saved as they were read, whatever their indexes', () => {
    const show = [slide(image('a', 3), image('b', 7))]
    expect(toShow(fromShow(show))).toEqual(show)
  })
  test('are put behind another one and moved', () => {
    const slides = [1, 2, 3].map((duration) => ({ ...newSlide(), duration }))
    const of = (list: readonly EditorSlide[]) => list.map(({ duration }) => duration)
    expect(of(withSlide(slides, { ...newSlide(), duration: 9 }, slides[0]?.key))).toEqual([1, 9, 2, 3])
    expect(of(moveSlide(slides, slides[0]?.key ?? '', 2))).toEqual([2, 3, 1])
    expect(of(moveSlide(slides, slides[2]?.key ?? '', -5))).toEqual([3, 1, 2])
    expect(moveSlide(slides, slides[1]?.key ?? '', 1)).toBe(slides)
  })
  test('new ones are places to put things, and played once something is there', () => {
    const empty = newSlide()
    expect(empty).toMatchObject({ empty: true, duration: 30, bgColor: '#000000' })
    const { slide: full, keys } = withObjects(empty, [{ type: 'image', id: 'a', ...box }])
    expect(full).toMatchObject({ empty: false, object: [{ id: 'a', index: 0 }] })
    expect(withoutObjects(full, new Set(keys)).object).toEqual([])
    expect(lengthOf([empty, { ...full, duration: 7 }])).toBe(7)
  })
})

describe('objects', () => {
  test.each([
    ['front', 'bca'],
    ['forward', 'bac'],
    ['backward', 'abc'],
    ['back', 'abc'],
  ] as const)('the one at the back goes to the %s', (order, expected) => {
    const start = only(image('a', 0), image('b', 1), image('c', 2))
    expect(ids(reorder(start, keysOf(start, 'a'), order))).toBe(expected)
  })
  test('are counted from the back anew when their order changes, and stay alone when it does not', () => {
    const start = only(image('a', 2), image('b', 5), image('c', 9))
    expect(reorder(start, keysOf(start, 'c'), 'back').object.map(({ id, index }) => `${id}${index}`)).toEqual(['c0', 'a1', 'b2'])
    expect(reorder(start, keysOf(start, 'c'), 'front')).toBe(start)
  })
  test('that did not change stay the same', () => {
    const start = only(image('a', 0), image('b', 1))
    const after = changeObject(start, keyOf(start, 'b'), { left: 5 })
    expect(after.object[0]).toBe(start.object[0])
    expect(after.object[1]).toMatchObject({ id: 'b', left: 5 })
  })
  test('in a group are chosen with each other, until the group is dissolved', () => {
    const start = only(image('a', 0), image('b', 1), image('c', 2))
    const some = keysOf(start, 'ac')
    const group = grouped(start, some)
    expect(new Set(togetherWith(group, keyOf(group, 'a')))).toEqual(some)
    expect(togetherWith(group, keyOf(group, 'b'))).toEqual([keyOf(group, 'b')])
    // Saved as it was before: a slide of a template is that of the template again.
    expect(toShow([ungrouped(group, keysOf(group, 'a'))])[0]?.object[0]).toEqual(image('a', 0))
    expect(ids(group)).toBe('abc')
  })
  test('of two groups that are made one leave none behind', () => {
    const start = only(image('a', 0), image('b', 1), image('c', 2), image('d', 3))
    const pairs = grouped(grouped(start, keysOf(start, 'ab')), keysOf(start, 'cd'))
    expect(new Set(pairs.object.map(({ group }) => group)).size).toBe(2)
    const one = grouped(pairs, keysOf(pairs, 'abcd'))
    expect(togetherWith(one, keyOf(one, 'a'))).toHaveLength(4)
  })
  test('that are copied lie aside on the same slide, in a group of their own', () => {
    const start = only(image('a', 0), image('b', 1))
    const group = grouped(start, keysOf(start, 'ab'))
    const screen = { width: 1920, height: 158 }
    const copies = pasted(group, group.object, screen, true)
    expect(copies.map(({ id, left, top, group }) => [id, left, top, group])).toEqual([
      ['a', 20, 20, 2],
      ['b', 20, 20, 2],
    ])
    const { slide: after, keys } = withObjects(group, copies)
    expect(ids(after)).toBe('abab')
    expect(togetherWith(after, keys[0] ?? '')).toEqual(keys)
    expect(pasted(newSlide(), group.object, screen, false)[0]).toMatchObject({ left: 0, top: 0, group: 1 })
  })
  test('are placed together; those that stay are the same', () => {
    const start = only(image('a', 0), image('b', 1))
    const after = placeObjects(
      start,
      new Map([
        [keyOf(start, 'a'), { ...box }],
        [keyOf(start, 'b'), { ...box, left: 7 }],
      ]),
    )
    expect(after.object[0]).toBe(start.object[0])
    expect(after.object[1]).toMatchObject({ id: 'b', left: 7 })
  })
  test('places of products fill the screen in two rows; a height that follows keeps the shape of a place', () => {
    const screen = { width: 1920, height: 158 }
    expect(slotBox(1, 20, screen)).toEqual({ left: 0, top: 0, width: 180, height: 79 })
    expect(slotBox(11, 20, screen)).toEqual({ left: 0, top: 79, width: 180, height: 79 })
    expect(slotBox(10, 20, screen).left).toBe(1620)
    expect(autoSized(360, screen)).toEqual({ width: 360, height: 158 })
  })
})

describe('show.json', () => {
  const body = { screenWidth: 1920, screenHeight: 158, show: [slide({ ...image('1', 0), autoSize: true })] }
  const change = (part: object) => JSON.stringify({ ...body, show: [{ ...body.show[0], ...part }] })
  const object = (part: object) => change({ object: [{ ...image('1', 0), ...part }] })
  test('is read again as it was written; what a file leaves out is as in a new slide', () => {
    const text = writeShow({ ...body, show: body.show.map((one) => ({ ...one, object: [...one.object], schedule: [...one.schedule] })) })
    expect(readShow(text)).toEqual(body.show)
    expect(readShow('{"show":[{}]}')).toEqual([slide()])
  })
  test('keeps how products look', () => {
    const product = { ...image('1', 0), type: 'product' as const }
    const cardColours = { background: 'none', text: '#ffffff', accent: '#ffcc00' }
    const show = [slide({ ...product, cardColours }, { ...product, index: 1, cardStyle: 'label' })]
    expect(readShow(writeShow({ ...body, show: show.map((one) => ({ ...one, object: [...one.object], schedule: [] })) }))).toEqual(show)
  })
  test('keeps what is locked and what is together', () => {
    const show = [slide({ ...image('1', 0), locked: true, group: 3 })]
    expect(readShow(JSON.stringify({ show }))).toEqual(show)
  })
  test('keeps texts, shapes, codes and effects', () => {
    const when = [{ field: 'PRICE', is: 'less' as const, value: '4' }]
    const text = { text: '{PRICE:price}', weight: 700 as const, align: 'left' as const, valign: 'top' as const, colour: '#ffffff', when }
    const code = { value: 'https://a', level: 'M' as const, colour: '#000000', background: '#ffffff' }
    const show = [
      slide(
        {
          ...image('1', 0),
          type: 'text',
          text: { ...text, font: '7', size: 40, strike: true, leading: 1.5, background: '#ff0000', padding: 4 },
        },
        { ...image('0', 1), type: 'shape', shape: { kind: 'ellipse', fill: '#ff0000', fillTo: '#00ff00', angle: 45 }, opacity: 0.5 },
        { ...image('9', 3), mask: 'star' },
        { ...image('0', 2), type: 'qr', code, radius: 8, shadow: { x: 1, y: -2, blur: 3, colour: '#000000' } },
      ),
    ]
    expect(readShow(writeShow({ ...body, show: show.map((one) => ({ ...one, object: [...one.object], schedule: [] })) }))).toEqual(show)
    const withText = (part: object) => object({ type: 'text', text: { ...text, ...part } })
    const wrong = [
      { font: 'Inter' },
      { weight: 450 },
      { colour: 'red' },
      { text: 'a'.repeat(501) },
      { size: 1 },
      { when: [{ field: 'A', is: 'odd' }] },
    ]
    expect([withText({}), ...wrong.map(withText), object({ type: 'text' })].map((file) => readShow(file) === undefined)).toEqual([
      false,
      ...Array.from({ length: 7 }, () => true),
    ])
    expect(readShow(object({ mask: 'cloud' }))).toBeUndefined()
    expect(readShow(object({ type: 'text', text, mask: 'star' }))).toBeUndefined()
  })
  test('keeps how slides come, and takes no other way', () => {
    const read = (transition: string) => readShow(JSON.stringify({ show: [{ ...slide(), transition }] }))
    expect(read('fade')).toEqual([{ ...slide(), transition: 'fade' }])
    expect(read('explode')).toBeUndefined()
  })
  test('keeps clocks and tickers', () => {
    const text = { text: '', weight: 700 as const, align: 'left' as const, valign: 'top' as const, colour: '#ffffff' }
    const clock = {
      ...image('0', 0),
      type: 'clock' as const,
      text,
      clock: { time: 'seconds' as const, date: 'short' as const, hours: 12 as const },
    }
    const ticker = {
      ...image('1', 1),
      type: 'ticker' as const,
      text: { ...text, text: 'A' },
      ticker: { speed: 80, direction: 'right' as const },
    }
    const read = (...objects: object[]) => readShow(JSON.stringify({ show: [{ ...slide(), object: objects }] }))
    expect(read(clock, ticker)).toEqual([slide(clock, ticker)])
    expect(read({ ...clock, clock: { time: 'none', date: 'none' } })).toBeUndefined()
    expect(read({ ...clock, text: { ...text, text: 'A' } })).toBeUndefined()
    expect(read({ ...ticker, ticker: { speed: 1, direction: 'right' } })).toBeUndefined()
    expect(read({ ...ticker, ticker: undefined })).toBeUndefined()
  })
  test.each([
    ['a text', 'hello'],
    ['half a file', '{"show":['],
    ['null', 'null'],
    ['a list', '[]'],
    ['no show', '{"screenWidth":1920}'],
    ['a slide that is none', '{"show":[1]}'],
    ['no duration', change({ duration: 0 })],
    ['a colour that is none', change({ bgColor: 'red' })],
    ['schedules that are numbers', change({ schedule: [1] })],
    ['an unknown type', object({ type: 'weather' })],
    ['an object without id', object({ id: '' })],
    ['a box smaller than 8 pixels', object({ width: 7 })],
    ['a box that is nowhere', object({ left: 'x' })],
    ['a box far away', object({ left: 1e9 })],
    ['a look that is none', object({ cardStyle: 'photo' })],
    ['a text without a colour', object({ cardColours: { background: '#000000', text: 'none', accent: '#ff0000' } })],
    ['a lock that is none', object({ locked: 'yes' })],
    ['a group that is none', object({ group: 0 })],
    ['half the colours', object({ cardColours: { text: '#000000' } })],
    ['more slides than a show may have', JSON.stringify({ show: Array.from({ length: 201 }, () => ({})) })],
  ])('with %s is no such file', (_, text) => expect(readShow(text)).toBeUndefined())
})
