/** What the designer does with a layout: elements by key, boxes, clipboard, places. */
import { layoutDefinition, readLayout, type LayoutInput } from '@endcap/label/layout'
import { expect, test } from 'vitest'
import { duplicated, fromClip, pasted, toClip } from './clip.ts'
import {
  asRepeat,
  boxOf,
  changeElements,
  elementsIn,
  fromDefinition,
  keyed,
  movePage,
  newPage,
  plain,
  scopeOf,
  toDefinition,
  withBox,
  withBoxes,
  withKeysOf,
  withoutPage,
  withoutRepeat,
  withPage,
} from './model.ts'
import { addKinds, newElement, newImage } from './new-element.ts'
import { pictureLimits, pictureProblem } from './picture-file.ts'
import { elementNamed, nameOfElement, placeOfProblem, problemsOf } from './places.ts'

const panel = { width: 296, height: 128 }
const input: LayoutInput = {
  format: 1,
  name: 'Test',
  ...panel,
  pages: [
    {
      elements: [
        { type: 'text', x: 10, y: 10, w: 100, h: 20, text: '{NAME}', size: 16 },
        { type: 'line', x: 20, y: 60, x2: 120, y2: 60 },
        {
          type: 'repeat',
          count: 2,
          dx: 0,
          dy: 40,
          elements: [
            { type: 'price', x: 200, y: 20, w: 60, h: 30, field: 'PRICE', size: 24 },
            { type: 'text', x: 150, y: 30, w: 40, h: 10, text: 'x', size: 10 },
          ],
        },
      ],
    },
    { background: 'red', when: [{ field: 'PROMO', is: 'filled' }], elements: [] },
  ],
}
const definition = layoutDefinition.parse(input)
const begin = () => fromDefinition(definition)

test('a layout comes out as it went in; keys are not saved', () => {
  expect(toDefinition(begin())).toEqual(definition)
  expect(JSON.stringify(toDefinition(begin()))).not.toContain('"key"')
})

test('what is inside of a repeat is found and changed in its scope; nothing else becomes another object', () => {
  const layout = begin()
  const [page] = layout.pages
  const [text, , repeat] = page!.elements
  if (repeat?.type !== 'repeat') throw new Error('no repeat')
  const scope = scopeOf(layout, repeat.elements[1]!.key)
  expect(scope).toEqual({ page: page!.key, repeat: repeat.key })
  const next = changeElements(layout, scope!, (list) => list.slice(1))
  expect(elementsIn(next, scope!)).toEqual([repeat.elements[1]])
  expect(next.pages[0]!.elements[0]).toBe(text)
  expect(next.pages[1]).toBe(layout.pages[1])
  // One that repeats cannot be put there.
  expect(
    elementsIn(
      changeElements(layout, scope!, (list) => [...list, repeat]),
      scope!,
    ),
  ).toHaveLength(2)
})

test('a repeat lies around what is inside and moves with it; a level line stays level, one that rises keeps rising', () => {
  const layout = begin()
  const [, line, repeat] = layout.pages[0]!.elements
  expect(boxOf(repeat!)).toEqual({ left: 150, top: 20, width: 110, height: 30 })
  expect(
    toDefinition(withBoxes(layout, { page: layout.pages[0]!.key }, new Map([[repeat!.key, { left: 140, top: 25, width: 1, height: 1 }]])))
      .pages[0]!.elements[2],
  ).toMatchObject({
    elements: [
      { x: 190, y: 25, w: 60 },
      { x: 140, y: 35, w: 40 },
    ],
  })
  expect(boxOf(line!)).toEqual({ left: 20, top: 60, width: 100, height: 1 })
  expect(withBox(line!, { left: 30, top: 50, width: 80, height: 1 })).toMatchObject({ x: 30, y: 50, x2: 110, y2: 50 })
  const rising = keyed({ type: 'line', x: 0, y: 50, x2: 40, y2: 10, lineWidth: 1, color: 'black' })
  expect(withBox(rising, { left: 5, top: 5, width: 20, height: 10 })).toMatchObject({ x: 5, y: 15, x2: 25, y2: 5 })
})

test('pages are added behind one, moved and removed; one always stays', () => {
  const layout = begin()
  const page = newPage()
  const three = withPage(layout, page, layout.pages[0]!.key)
  expect(three.pages.indexOf(page)).toBe(1)
  expect(movePage(three, 1, 0).pages[0]).toBe(page)
  const one = withoutPage(withoutPage(three, page.key), layout.pages[1]!.key)
  expect(one.pages).toHaveLength(1)
  expect(withoutPage(one, one.pages[0]!.key)).toBe(one)
})

test('elements become a repeat in the place of the foremost, and come out of it again', () => {
  const layout = begin()
  const { elements } = layout.pages[0]!
  const made = asRepeat(elements, new Set([elements[0]!.key, elements[1]!.key, elements[2]!.key]), panel)
  expect(made.map(({ type }) => type)).toEqual(['repeat', 'repeat'])
  expect(made[0]).toMatchObject({ count: 2, elements: [elements[0], elements[1]] })
  expect(withoutRepeat(made, made[0]!.key)).toEqual(elements)
})

test('what another person saved keeps the keys of what is the same, and of what is alike at its place', () => {
  const mine = begin()
  const [page] = mine.pages
  const [text, line, repeat] = page!.elements
  const theirs = {
    ...definition,
    pages: [
      { ...definition.pages[0]!, elements: [...definition.pages[0]!.elements.slice(1), { ...definition.pages[0]!.elements[0]!, x: 99 }] },
    ],
  } as typeof definition
  const known = withKeysOf(fromDefinition(theirs), mine)
  expect(known.pages.map(({ key }) => key)).toEqual([page!.key])
  expect(known.pages[0]!.elements.slice(0, 2)).toEqual([line, repeat])
  expect(known.pages[0]!.elements[0]).toBe(line)
  expect(known.pages[0]!.elements[2]!.key).not.toBe(text!.key)
  const moved = {
    ...definition,
    pages: [{ ...definition.pages[0]!, elements: [{ ...definition.pages[0]!.elements[0]!, x: 99 }] }],
  } as typeof definition
  expect(withKeysOf(fromDefinition(moved), mine).pages[0]!.elements).toEqual([{ ...text, x: 99 }])
})

test('copied elements come out of the clipboard as they were, a little away where they are there already, with keys of their own', () => {
  const layout = begin()
  const { elements } = layout.pages[0]!
  const text = toClip(elements)
  const found = fromClip(text)!
  expect(found).toEqual(elements.map(plain))
  const [copy] = pasted(found, elements, panel)
  expect(copy).toMatchObject({ x: 18, y: 18, text: '{NAME}' })
  expect(copy!.key).not.toBe(elements[0]!.key)
  // Twice: farther away.
  expect(pasted(found.slice(0, 1), [...elements, copy!], panel)[0]).toMatchObject({ x: 26, y: 26 })
  expect(pasted(found, [], panel)[0]).toMatchObject({ x: 10, y: 10 })
  // On a smaller panel it can still be taken.
  expect(pasted(found.slice(1, 2), [], { width: 24, height: 24 })[0]).toMatchObject({ x: 16, y: 16, x2: 116 })
  expect(duplicated(elements.slice(0, 1), elements, panel)[0]).toMatchObject({ x: 18 })
})

test.each([
  '',
  'some words',
  '{"elements":[]}',
  JSON.stringify({ kind: 'endcap.layout-elements', format: 1, elements: [{ type: 'text', x: 1 }] }),
])('the clipboard with %j holds no elements', (text) => expect(fromClip(text)).toBeUndefined())

test('every new element is one that a layout may have, and does not hide another new one', () => {
  const made = addKinds.map((kind) =>
    kind === 'image'
      ? newImage({ data: 'data:image/png;base64,AAAA', width: 600, height: 100 }, { panel, there: [] })
      : newElement(kind, { panel, there: [], price: 'PRICE', code: 'BARCODE' }),
  )
  expect(readLayout({ ...input, pages: [{ elements: made.map(plain) }] })).toHaveProperty('layout')
  expect(boxOf(made[4]!)).toEqual({ left: 0, top: 40, width: 296, height: 49 })
  const [first] = made
  expect(boxOf(newElement('text', { panel, there: [first!], price: '', code: '' })).left).toBe(boxOf(first!).left + 8)
})

test('pictures that a layout cannot hold are refused with the reason', () => {
  expect(pictureProblem({ data: 'x', width: 2001, height: 10 })).toBe('too-many-pixels')
  expect(pictureProblem({ data: 'x'.repeat(pictureLimits.characters + 1), width: 10, height: 10 })).toBe('too-large')
  expect(pictureProblem({ data: 'x', width: 2000, height: 10 })).toBeUndefined()
})

test('problems and findings are found at the elements that they name', () => {
  const layout = begin()
  const [page] = layout.pages
  const repeat = page!.elements[2]
  if (repeat?.type !== 'repeat') throw new Error('no repeat')
  expect(placeOfProblem(layout, 'pages.0.elements.0.text')).toEqual({ page: page!.key, key: page!.elements[0]!.key, field: 'text' })
  expect(placeOfProblem(layout, 'pages.0.elements.2.elements.1.when.0.value')).toEqual({
    page: page!.key,
    key: repeat.elements[1]!.key,
    repeat: repeat.key,
    field: 'when.0.value',
  })
  expect(placeOfProblem(layout, 'pages.1.when.0.field')).toEqual({ page: layout.pages[1]!.key, field: 'when.0.field' })
  expect(placeOfProblem(layout, 'name')).toEqual({ field: 'name' })
  expect(elementNamed(layout, 0, '3.2')?.element).toBe(repeat.elements[1])
  expect(elementNamed(layout, 0, '1')?.scope).toEqual({ page: page!.key })
  expect(elementNamed(layout, 0, '9')).toBeUndefined()
  expect(nameOfElement(layout, repeat.elements[0]!.key)).toEqual({ page: 0, name: '3.1' })
})

test('a refusal names each place, or at least one', () => {
  expect(
    problemsOf({ message: 'Wrong', field: 'definition.pages.0', error: ['pages.0.elements.3.text: a { is not closed', 'name: too long'] }),
  ).toEqual([
    { path: 'pages.0.elements.3.text', message: 'a { is not closed' },
    { path: 'name', message: 'too long' },
  ])
  expect(problemsOf({ message: 'Wrong size', field: 'definition' })).toEqual([{ path: '', message: 'Wrong size' }])
})
