/** The canvas itself: who is drawn anew, what keys and pointers do. */
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BoxCanvas } from './BoxCanvas.tsx'
import type { CanvasBox } from './canvas-box.ts'

const size = { width: 1000, height: 400 }
const boxOf = (key: string, left: number): CanvasBox => ({ key, label: key, left, top: 100, width: 100, height: 50 })
const boxes = [boxOf('a', 0), boxOf('b', 200), boxOf('c', 400)]
let root: Root
let host: HTMLElement

beforeAll(async () => {
  // React asks for it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {}, fallbackLng: false })
})
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.restoreAllMocks()
})
afterAll(() => void vi.unstubAllGlobals())

const draw = (selected: string | undefined, more: Partial<Parameters<typeof BoxCanvas>[0]> = {}) => {
  const calls = { onSelect: vi.fn(), onChange: vi.fn(), onRemove: vi.fn(), render: vi.fn(({ key }: CanvasBox) => key) }
  act(() => root.render(<BoxCanvas label="canvas" size={size} boxes={boxes} selected={selected} {...calls} {...more} />))
  return calls
}
const at = (key: string) => host.querySelector<HTMLElement>(`[data-key="${key}"]`)!
const pointer = (target: HTMLElement, type: string, x: number, y: number, more: object = {}) =>
  act(() => void target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y, ...more })))
const key = (name: string, more: object = {}) =>
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })))
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

test('a box that is dragged moves in pixels of the model; nothing is drawn anew in any box, and it is told once, at the end', async () => {
  const { render, onChange, onSelect } = draw('b')
  render.mockClear()
  const box = at('b')
  const capture = vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(box, 'pointerdown', 100, 100)
  for (const x of [110, 120, 130]) {
    pointer(box, 'pointermove', x, 110, { altKey: true })
    await frame()
  }
  expect(capture).toHaveBeenCalled()
  expect(onSelect).toHaveBeenCalledWith('b')
  expect(box.style.transform).toBe('translate(130px, 60px)')
  expect(onChange).not.toHaveBeenCalled()
  pointer(box, 'pointerup', 130, 110)
  expect(onChange.mock.calls).toEqual([['b', { left: 260, top: 120, width: 100, height: 50 }]])
  expect(render).not.toHaveBeenCalled()
})

test('a click without moving changes nothing, and Escape puts back what is held', async () => {
  const { onChange } = draw('b')
  const box = at('b')
  vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(box, 'pointerdown', 100, 100)
  pointer(box, 'pointermove', 101, 101)
  pointer(box, 'pointerup', 101, 101)
  pointer(box, 'pointerdown', 100, 100)
  pointer(box, 'pointermove', 300, 100)
  await frame()
  key('Escape')
  pointer(box, 'pointerup', 300, 100)
  expect(onChange).not.toHaveBeenCalled()
  expect(box.style.transform).toBe('translate(100px, 50px)')
})

test('Escape belongs to others once the box that was held is gone', () => {
  draw('b')
  const box = at('b')
  vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(box, 'pointerdown', 100, 100)
  act(() => root.render(null))
  const heard = vi.fn<() => void>()
  document.body.addEventListener('keydown', heard, { once: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(heard).toHaveBeenCalledTimes(1)
})

test('a place that is not allowed is not kept: the box goes to the last one that was', async () => {
  const { onChange } = draw('b', { allow: (_, box) => box.left < 300 })
  const box = at('b')
  vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(box, 'pointerdown', 100, 100)
  for (const x of [140, 400]) {
    pointer(box, 'pointermove', x, 100, { altKey: true })
    await frame()
  }
  expect(host.querySelector('[data-refused]')).not.toBeNull()
  pointer(box, 'pointerup', 400, 100)
  expect(onChange.mock.calls).toEqual([['b', { left: 280, top: 100, width: 100, height: 50 }]])
})

test.each([
  ['ArrowRight', {}, { left: 201 }],
  ['ArrowUp', { shiftKey: true }, { top: 90 }],
  ['ArrowRight', { ctrlKey: true }, { width: 101 }],
  ['ArrowUp', { ctrlKey: true, shiftKey: true }, { height: 40 }],
])('%s with %o', (name, more, expected) => {
  const { onChange } = draw('b')
  key(name, more)
  expect(onChange.mock.calls).toEqual([['b', { left: 200, top: 100, width: 100, height: 50, ...expected }, 'key:b']])
})

test('Delete removes and Escape lets go; neither while a field is typed in, nor where boxes are only looked at', () => {
  const edited = draw('b')
  key('Delete')
  key('Escape')
  expect([edited.onRemove.mock.calls, edited.onSelect.mock.calls]).toEqual([[['b']], [[undefined]]])
  const input = document.body.appendChild(document.createElement('input'))
  input.focus()
  const typing = draw('b')
  key('Delete')
  key('ArrowLeft')
  expect([typing.onRemove, typing.onChange].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  input.remove()
  const looked = draw('b', { readOnly: true })
  key('Delete')
  key('ArrowLeft')
  expect([looked.onRemove, looked.onChange].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('a locked box stays; one that cannot be resized has no handles', () => {
  const { onChange } = draw('a', { boxes: [{ ...boxOf('a', 0), locked: true }, boxOf('b', 200)] })
  key('ArrowLeft')
  expect(onChange).not.toHaveBeenCalled()
  expect(host.querySelectorAll('[data-handle]')).toHaveLength(0)
  draw('b', { boxes: [{ ...boxOf('b', 200), height: 100 }] })
  expect(host.querySelectorAll('[data-handle]')).toHaveLength(8)
  // A small one has those that do not cover it.
  draw('b')
  expect([...host.querySelectorAll('[data-handle]')].map((handle) => handle.getAttribute('data-handle'))).toEqual([
    'nw',
    'n',
    'ne',
    'se',
    's',
    'sw',
  ])
  draw('b', { boxes: [{ ...boxOf('b', 200), resizable: false }] })
  expect(host.querySelectorAll('[data-handle]')).toHaveLength(0)
})

/** Several selected. */
function drawMany(keys: readonly string[], more: Parameters<typeof draw>[1] = {}) {
  const many = { keys: new Set(keys), onSelect: vi.fn(), onMove: vi.fn(), onRemove: vi.fn() }
  return { ...draw(keys.length === 1 ? keys[0] : undefined, { many, ...more }), many }
}
const sized = (host: HTMLElement) =>
  vi
    .spyOn(host.querySelector('[data-part=canvas]')!, 'getBoundingClientRect')
    .mockReturnValue({ left: 0, top: 0, width: 500, height: 200 } as DOMRect)

test('Shift and Ctrl with a click select one more or one less, Ctrl+A all; a plain click one alone', () => {
  const { many, onSelect } = drawMany(['a'])
  pointer(at('b'), 'pointerdown', 0, 0, { shiftKey: true })
  pointer(at('a'), 'pointerdown', 0, 0, { ctrlKey: true })
  key('a', { ctrlKey: true })
  expect(many.onSelect.mock.calls).toEqual([[['a', 'b']], [[]], [['a', 'b', 'c']]])
  vi.spyOn(at('c'), 'setPointerCapture').mockImplementation(() => undefined)
  pointer(at('c'), 'pointerdown', 0, 0)
  expect(onSelect.mock.calls).toEqual([['c']])
})

test('several are dragged together and told once; a click on one of them selects it alone', async () => {
  const { many, onChange, onSelect } = drawMany(['a', 'b'])
  const box = at('b')
  vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(box, 'pointerdown', 100, 100)
  pointer(box, 'pointermove', 120, 110, { altKey: true })
  await frame()
  expect([at('a').style.transform, at('b').style.transform, at('c').style.transform]).toEqual([
    'translate(20px, 60px)',
    'translate(120px, 60px)',
    'translate(200px, 50px)',
  ])
  pointer(box, 'pointerup', 120, 110)
  expect(many.onMove.mock.calls).toEqual([
    [
      new Map([
        ['a', { left: 40, top: 120, width: 100, height: 50 }],
        ['b', { left: 240, top: 120, width: 100, height: 50 }],
      ]),
    ],
  ])
  expect([onChange.mock.calls, onSelect.mock.calls]).toEqual([[], []])
  pointer(box, 'pointerdown', 100, 100)
  pointer(box, 'pointerup', 100, 100)
  expect(onSelect.mock.calls).toEqual([['b']])
})

test('those of a group are taken, dragged and let go together; one of it that was chosen alone stays alone', async () => {
  const together = (key: string) => (key === 'c' ? ['c'] : ['a', 'b'])
  const many = { keys: new Set<string>(), onSelect: vi.fn(), onMove: vi.fn(), onRemove: vi.fn(), together }
  const press = async (name: string, to: number, more: object = {}) => {
    const box = at(name)
    vi.spyOn(box, 'setPointerCapture').mockImplementation(() => undefined)
    pointer(box, 'pointerdown', 100, 100, more)
    if (to !== 100) pointer(box, 'pointermove', to, 100, { altKey: true })
    await frame()
    pointer(box, 'pointerup', to, 100)
  }
  draw(undefined, { many })
  await press('b', 150)
  expect(many.onSelect.mock.calls).toEqual([[['a', 'b']]])
  const moved = many.onMove.mock.lastCall?.[0] as ReadonlyMap<string, { left: number }>
  expect([...moved].map(([name, { left }]) => [name, left])).toEqual([
    ['a', 100],
    ['b', 300],
  ])
  await press('c', 100, { shiftKey: true })
  expect(many.onSelect.mock.lastCall).toEqual([['c']])
  const three = { ...many, keys: new Set(['a', 'b', 'c']) }
  draw(undefined, { many: three })
  await press('a', 100, { shiftKey: true })
  expect(many.onSelect.mock.lastCall).toEqual([['c']])
  await press('a', 100)
  expect(many.onSelect.mock.lastCall).toEqual([['a', 'b']])
  const alone = draw('a', { many: { ...many, keys: new Set(['a']) } })
  await press('a', 150)
  expect(alone.onSelect).toHaveBeenCalledWith('a')
  expect(alone.onChange.mock.calls).toEqual([['a', { left: 100, top: 100, width: 100, height: 50 }]])
})

test('neither a frame nor Ctrl+A selects what is locked', () => {
  const { many } = drawMany([], { boxes: boxes.map((box) => ({ ...box, locked: box.key === 'b' })) })
  sized(host)
  key('a', { ctrlKey: true })
  const ground = host.querySelector<HTMLElement>('[data-part=canvas]')!
  const room = host.querySelector<HTMLElement>('[data-part=canvas-room]')!
  vi.spyOn(room, 'setPointerCapture').mockImplementation(() => undefined)
  pointer(ground, 'pointerdown', 5, 10)
  pointer(room, 'pointermove', 110, 60)
  pointer(room, 'pointerup', 110, 60)
  expect(many.onSelect.mock.calls).toEqual([[['a', 'c']], [['a']]])
})

test('arrow keys move all that are selected, Delete removes them; none of them is resized', () => {
  const { many, onChange } = drawMany(['a', 'c'])
  key('ArrowRight', { shiftKey: true })
  key('ArrowRight', { ctrlKey: true })
  key('Delete')
  expect(many.onMove.mock.calls).toEqual([
    [
      new Map([
        ['a', { left: 10, top: 100, width: 100, height: 50 }],
        ['c', { left: 410, top: 100, width: 100, height: 50 }],
      ]),
      'key:a,c',
    ],
  ])
  expect(many.onRemove.mock.calls).toEqual([[['a', 'c']]])
  expect([onChange.mock.calls.length, host.querySelectorAll('[data-handle]').length]).toEqual([0, 0])
})

test('a frame drawn on the ground selects what it touches, with Shift besides what was selected; a click lets go of all', () => {
  const { many } = drawMany(['c'])
  sized(host)
  const ground = host.querySelector<HTMLElement>('[data-part=canvas]')!
  vi.spyOn(host.querySelector<HTMLElement>('[data-part=canvas-room]')!, 'setPointerCapture').mockImplementation(() => undefined)
  const room = host.querySelector<HTMLElement>('[data-part=canvas-room]')!
  const band = (more: object) => {
    pointer(ground, 'pointerdown', 5, 10, more)
    pointer(room, 'pointermove', 110, 60)
    expect(host.querySelector('[data-part=canvas-band]')).not.toBeNull()
    pointer(room, 'pointerup', 110, 60)
  }
  band({})
  band({ shiftKey: true })
  pointer(ground, 'pointerdown', 5, 10)
  pointer(room, 'pointerup', 5, 10)
  expect(many.onSelect.mock.calls).toEqual([[['a', 'b']], [['c', 'a', 'b']], [[]]])
})
