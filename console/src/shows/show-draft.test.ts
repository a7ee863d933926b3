import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  emptyShow,
  freshBox,
  gridAreas,
  isFree,
  layoutOf,
  normalised,
  playedOf,
  saveOf,
  screenAreas,
  showDraftOf,
  showProblem,
  tidied,
  turned,
  withLayout,
  withPanel,
  type ShowDraft,
} from './show-draft.ts'
import { windowOf } from '@endcap/signage/shows'

const item = (id: string, start: number, duration: number) => ({ id, start, duration, fit: 'contain' as const, mute: false })
const one = withPanel(emptyShow, 23)
const two = withPanel(one, 29)

describe('screens', () => {
  test('have the size of their type, and a new one stands below the others', () => {
    expect(two.device).toEqual([
      { type: 23, width: 1920, height: 158, left: 0, top: 0, rotation: 0 },
      { type: 29, width: 1920, height: 540, left: 0, top: 158, rotation: 0 },
    ])
    expect(boundsOf(two.device)).toEqual({ left: 0, top: 0, width: 1920, height: 698 })
    expect(boundsOf([])).toBeUndefined()
  })

  test('turned by a quarter, a screen goes where it lies on no other one', () => {
    const [, second] = turned(two, 1).device
    expect(second).toMatchObject({ rotation: 90, left: 0, top: 158 })
    const [first] = turned(two, 0).device
    expect(first).toMatchObject({ rotation: 90, top: 698 })
    expect(isFree(two.device, 0, { ...two.device[0]!, top: 10 })).toBe(false)
    const round = [1, 2, 3, 4].reduce((draft) => turned(draft, 0), one)
    expect(round.device[0]?.rotation).toBe(0)
  })

  test('the canvas begins at 0,0, areas move with the screens and stay inside', () => {
    const moved: ShowDraft = {
      ...one,
      device: one.device.map((panel) => ({ ...panel, left: 300, top: 40 })),
      areas: [
        { left: 300, top: 40, width: 960, height: 158, items: [] },
        { left: 100, top: 0, width: 5000, height: 20, items: [item('1', 0, 5)] },
      ],
    }
    const { device, areas } = normalised(moved)
    expect(device[0]).toMatchObject({ left: 0, top: 0 })
    expect(areas.map(({ left, top, width, height }) => [left, top, width, height])).toEqual([
      [0, 0, 960, 158],
      [0, 0, 1920, 20],
    ])
    expect(normalised(one)).toBe(one)
  })
})

test('the first area fills the first screen; another lies over it, smaller and aside', () => {
  const first = freshBox({ ...two, areas: [] })
  expect(first).toEqual(windowOf(two.device[0]!))
  const second = freshBox({ ...two, areas: [{ ...first, items: [] }] })
  expect(second.width).toBeLessThan(first.width)
  expect([second.left, second.top]).not.toEqual([first.left, first.top])
})
test('areas come as rows and columns, or one for each screen, and keep what was played at their place', () => {
  const { draft } = gridAreas(two, 2, 3)
  expect(draft.areas).toHaveLength(6)
  expect(layoutOf(draft)).toBe('2x3')
  const filled = { ...draft, areas: draft.areas.map((area, index) => ({ ...area, items: [item(String(index), 0, 5)] })) }
  const fewer = screenAreas(filled)
  expect(fewer.lost).toBe(4)
  expect(fewer.draft.areas.map(({ height, items }) => [height, items[0]?.id])).toEqual([
    [158, '0'],
    [540, '1'],
  ])
})

test('the layout of another show brings its screens and areas', () => {
  const layout = gridAreas(two, 1, 2).draft
  const own = gridAreas(one, 1, 1).draft
  const { draft, lost } = withLayout(
    { ...own, name: 'Own', areas: own.areas.map((area) => ({ ...area, items: [item('7', 0, 5)] })) },
    layout,
  )
  expect(draft.name).toBe('Own')
  expect(draft.device).toEqual(two.device)
  expect(draft.areas.map(({ items }) => items.length)).toEqual([1, 0])
  expect(lost).toBe(0)
})

test('what is saved is what is played; what is stored comes back', () => {
  const draft = { ...gridAreas(two, 1, 1).draft, name: ' Wall ' }
  expect(playedOf(draft)).toMatchObject({ width: 1920, height: 698, duration: 30 })
  const body = saveOf(draft)
  expect(body.name).toBe('Wall')
  expect(body).not.toHaveProperty('contentArea.0.items')
  expect(showDraftOf({ name: 'Wall', duration: 30, device: body.device, contentArea: body.contentArea, timeline: [[]] })).toEqual({
    ...draft,
    name: 'Wall',
  })
})

test('a show needs a duration, a name and a screen', () => {
  expect(showProblem({ ...one, name: 'A' })).toBeUndefined()
  expect(showProblem({ ...one, name: 'A', duration: 0 })).toBe('duration')
  expect(showProblem({ ...one, name: 'A', duration: Number.NaN })).toBe('duration')
  expect(showProblem({ ...one, name: ' ' })).toBe('name')
  expect(showProblem({ ...emptyShow, name: 'A' })).toBe('screens')
  const long = { ...gridAreas(one, 1, 1).draft, name: 'A' }
  const filled = { ...long, areas: long.areas.map((area) => ({ ...area, items: [item('1', 0, 20), item('2', 25, 30)] })) }
  expect(showProblem(filled)).toBeUndefined()
  expect(showProblem({ ...filled, duration: 25 })).toBe('beyond')
  // What goes on longer than the show ends with it.
  expect(tidied(filled).areas[0]?.items.map(({ duration }) => duration)).toEqual([20, 5])
})
