/** Lists by keyboard, and as files. */
import { CallError } from '@endcap/contract/client'
import { csvLine } from '@endcap/contract/csv'
import type { DownloadCall } from '@endcap/contract/downloads'
import { createElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTransfers, type Work } from '../data/transfers.ts'
import { downloadJob, pendingOf } from '../data/server-download.ts'
import { State } from '../ui/state.tsx'
import { countText } from './count-text.ts'
import { exportJob, exportName } from './export.ts'
import { readState, toFilter } from './request.ts'
import type { Column } from './spec.ts'
import { cellText } from './text-of.ts'
import { stepOf } from './use-keys.ts'

const t = (key: string) => `«${key}»`

describe('keys in a list of 30 rows', () => {
  const press = (key: string, at: number, more: object = {}, count = 30) =>
    stepOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, at, count)
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 4, 5],
    ['ArrowDown', 29, 29],
    ['j', 4, 5],
    ['ArrowUp', 4, 3],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 0],
    ['k', 4, 3],
    ['Home', 9, 0],
    ['End', 9, 29],
    ['PageDown', 4, 14],
    ['PageDown', 25, 29],
    ['PageUp', 4, 0],
  ])('%s at row %i goes to row %i', (key, at, index) => {
    expect(press(key, at)).toEqual({ kind: 'go', index, range: false })
  })
  test('Shift with an arrow ticks on the way; Space ticks, with Shift a range', () => {
    expect(press('ArrowDown', 4, { shiftKey: true })).toEqual({ kind: 'go', index: 5, range: true })
    expect(press('ArrowDown', -1, { shiftKey: true })).toEqual({ kind: 'go', index: 0, range: false })
    expect(press(' ', 4)).toEqual({ kind: 'tick', index: 4, range: false })
    expect(press(' ', 4, { shiftKey: true })).toEqual({ kind: 'tick', index: 4, range: true })
    expect(press(' ', -1)).toBeUndefined()
  })
  test('Enter opens, Esc takes back, / goes to the filters, Ctrl A takes all', () => {
    expect([press('Enter', 7), press('Enter', -1), press('Escape', 7), press('/', 7)]).toEqual([
      { kind: 'open', index: 7 },
      { kind: 'open', index: 0 },
      { kind: 'back' },
      { kind: 'filters' },
    ])
    expect([press('a', 1, { ctrlKey: true }), press('A', 1, { metaKey: true })]).toEqual([{ kind: 'all' }, { kind: 'all' }])
  })
  test('other keys, and keys of the browser, are left alone', () => {
    for (const [key, more] of [
      ['a', {}],
      ['ArrowLeft', {}],
      ['ArrowDown', { altKey: true }],
      ['Home', { ctrlKey: true }],
      ['c', { ctrlKey: true }],
      ['Tab', {}],
    ] as const)
      expect(press(key, 3, more)).toBeUndefined()
  })
  test('an empty list has nothing to walk or open', () => {
    for (const key of ['ArrowDown', 'End', 'Enter']) expect(press(key, -1, {}, 0)).toBeUndefined()
    expect(press('/', -1, {}, 0)).toEqual({ kind: 'filters' })
  })
})

describe('the address of a list', () => {
  const defaults = { rows: 25 }
  test.each([
    [-1, -1],
    [500, 500],
    [0, 25],
    [-7, 25],
    [2.5, 25],
    [10_000_000, 25],
    ['x', 25],
  ])('rows=%s asks for %s', (rows, expected) => {
    expect(readState({ rows: rows }, defaults).rows).toBe(expected)
  })
  test('filters that look like numbers are texts, times that are none are left out', () => {
    const state = readState({ f: { prCode: 123 }, from: 'x', to: 9, page: 1.5 }, defaults)
    expect(state).toMatchObject({ filters: { prCode: '123' }, from: undefined, to: 9, page: 1 })
    expect(toFilter(state)).toEqual({ filter_prCode: '123', condition_prCode: '~', filter_endDate: 9 })
  })
})

interface Row {
  id: string
  name: string | null
  volts: number
  tags: string[]
  status: string
}
const row = (id: string, name: string | null = 'x'): Row => ({ id, name, volts: 2.98, tags: ['a', 'b'], status: 'NG' })

describe('what a file says of a cell', () => {
  const textOf = (column: Partial<Column<Row>>, field: keyof Row = 'name') => cellText({ field, width: 1, ...column }, row('1', 'Milk'), t)
  const Drawn = ({ value }: { value: string }) => createElement('svg', { id: value })
  test('the words that stand in it', () => {
    expect(textOf({})).toBe('Milk')
    expect(textOf({ cell: (one) => `${one.volts} V` })).toBe('2.98 V')
    expect(textOf({ cell: (one) => createElement('span', { className: 'mono' }, one.name, createElement('i', null, '×2')) })).toBe(
      'Milk ×2',
    )
    expect(textOf({}, 'tags')).toBe('a, b')
  })
  test('the state in words, a drawing’s value, the column’s own text', () => {
    expect(textOf({ cell: (one) => createElement(State, { state: one.status }) }, 'status')).toBe('«state.NG»')
    expect(textOf({ cell: (one) => createElement(State, { state: 'UNKNOWN', label: one.name ?? '' }) }, 'status')).toBe('Milk')
    expect(textOf({ cell: () => createElement(Drawn, { value: 'x' }) }, 'status')).toBe('NG')
    expect(textOf({ text: () => 'own', cell: () => 'cell' })).toBe('own')
  })
  test('numbers stay numbers; a dash is nothing', () => {
    expect(textOf({ numeric: true, cell: (one) => `${one.volts} V` }, 'volts')).toBe(2.98)
    expect(textOf({ cell: () => '–' })).toBe('')
    expect(cellText({ field: 'name', width: 1 }, row('1', null), t)).toBe('')
  })
})

test('a cell that a spreadsheet would run as a formula is text', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1', 'a=1', -62, null])).toBe(`'=1+1,'+1,'-1,'@x,'\tx,"'\rx",'＝1,a=1,-62,\r\n`)
  expect(csvLine(['"a", b', 'x\ny'])).toBe('"""a"", b","x\ny"\r\n')
})

const work = (signal = new AbortController().signal) => {
  const seen: [number, number | null][] = []
  const handle: Work = { signal, progress: (rows, total) => void seen.push([rows, total]) }
  return { handle, seen }
}

describe('a list as a file', () => {
  const columns: Column<Row>[] = [
    { field: 'id', width: 1 },
    { field: 'name', width: 1 },
  ]
  const options = {
    title: 'Tags',
    fileName: 'x.csv',
    rowId: (one: Row) => one.id,
    columns,
    headingOf: (one: Column<Row>) => `H ${one.field}`,
    t,
  }
  const page = (data: Row[], recordsFiltered: number) => ({ draw: 0, recordsTotal: recordsFiltered, recordsFiltered, data })
  /** A list of so many rows that answers as the server does. */
  const listOf = (total: number, calls: object[] = []) => ({
    calls,
    load: async (body: Record<string, unknown>) => {
      calls.push(body)
      const start = Number(body.start)
      const count = Math.max(0, Math.min(Number(body.length), total - start))
      return page(
        Array.from({ length: count }, (_, n) => row(String(start + n))),
        total,
      )
    },
  })
  test('is fetched page by page with its filter and order, and says how far it is', async () => {
    const { load, calls } = listOf(2500)
    const { handle, seen } = work()
    let content = new Blob()
    const request = { filter_name: 'x', condition_name: '~', order: { column: 'name', dir: 'desc' } }
    const saved = await exportJob({ ...options, request, load, save: (blob) => (content = blob) }).run(handle)
    expect(saved).toEqual({ fileName: 'x.csv', rows: 2500 })
    expect(calls).toEqual([0, 1000, 2000].map((start) => ({ ...request, start, length: 1000 })))
    expect(seen).toEqual([
      [1000, 2500],
      [2000, 2500],
      [2500, 2500],
    ])
    const bytes = new Uint8Array(await content.arrayBuffer())
    expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    const lines = (await content.text()).split('\r\n')
    expect(lines).toHaveLength(2502)
    expect(lines[1]).toBe('0,x')
  })
  test('has each row once, though rows move between two pages', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => row(String(n)))
    const load = async ({ start }: Record<string, unknown>) => page(start === 0 ? rows : [row('999'), row('1000')], 1001)
    const saved = await exportJob({ ...options, request: {}, load, save: () => undefined }).run(work().handle)
    expect(saved.rows).toBe(1001)
  })
  test('ends at 100,000 rows and says so', async () => {
    const { load, calls } = listOf(100_500)
    const saved = await exportJob({ ...options, request: {}, load, save: () => undefined }).run(work().handle)
    expect(saved).toMatchObject({ rows: 100_000, of: 100_500 })
    expect(calls).toHaveLength(100)
  })
  test('that is cancelled is not saved', async () => {
    const stop = new AbortController()
    const save = vi.fn()
    const { load } = listOf(5000)
    const stopping = async (body: Record<string, unknown>) => {
      if (body.start === 2000) stop.abort()
      return load(body)
    }
    await expect(exportJob({ ...options, request: {}, load: stopping, save }).run(work(stop.signal).handle)).rejects.toThrow()
    expect(save).not.toHaveBeenCalled()
  })
  test('has a name that every system can write', () => {
    const at = new Date(2026, 10, 21, 8, 5)
    expect(exportName('Tags / S 1', at)).toBe('Tags-S-1-2026-11-21-0805.csv')
    expect(exportName('タグ', at)).toBe('タグ-2026-11-21-0805.csv')
    expect(exportName('../..', at)).toBe('..-..-2026-11-21-0805.csv')
  })
})

describe('a download that the server makes', () => {
  beforeEach(() => {
    sessionStorage.clear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })
  const body: DownloadCall = { type: 2, filter: {} }
  const task = (rowsDone: number, link: string | null) => ({
    taskId: '7',
    type: 2,
    storeCode: null,
    state: 'RUNNING' as const,
    rowsDone,
    rowsTotal: 100,
    size: null,
    createdAt: 0,
    expiresAt: 0,
    ...(link === null ? { finishedAt: null, fileName: null } : { finishedAt: 5, fileName: 'stores.csv' }),
    link,
  })
  /** Answers one after the other; errors are thrown. */
  function serverOf(...answers: (ReturnType<typeof task> | Error)[]) {
    const calls: string[] = []
    const answer = async (name: string) => {
      calls.push(name)
      if (name === 'start') return { taskId: '7' }
      const next = answers.shift()
      if (next instanceof Error) throw next
      return next
    }
    const downloads = { start: () => answer('start'), status: () => answer('status'), cancel: async () => void calls.push('cancel') }
    return { api: { downloads } as never, calls }
  }
  const pending = () => pendingOf('a@b.example')

  test('is asked for every second until it has finished, then fetched by its link', async () => {
    const { api, calls } = serverOf(task(10, null), task(50, null), task(100, '/link'))
    const save = vi.fn()
    const { handle, seen } = work()
    const running = downloadJob({ body }, { api, title: 'Stores', pending: pending(), save }).run(handle)
    await vi.advanceTimersByTimeAsync(999)
    expect([calls, pending().read()]).toEqual([['start', 'status'], { 7: 'Stores' }])
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await running).toEqual({ fileName: 'stores.csv', rows: 100 })
    expect(save).toHaveBeenCalledExactlyOnceWith('/link', 'stores.csv')
    expect(seen.map(([rows]) => rows)).toEqual([10, 50, 100])
    expect(pending().read()).toEqual({})
  })
  test('ends with the first error of the asking', async () => {
    const { api, calls } = serverOf(new CallError(409, { code: 'download-failed', message: 'no' }))
    const job = downloadJob({ body }, { api, title: 'Stores', pending: pending() })
    await expect(job.run(work().handle)).rejects.toThrow('no')
    await vi.advanceTimersByTimeAsync(5000)
    expect([calls, pending().read()]).toEqual([['start', 'status'], {}])
  })
  test('that the server could not be reached for goes on with the same task when it is tried again; a failed one begins anew', async () => {
    const { api, calls } = serverOf(
      new CallError(0, { code: 'unreachable', message: 'gone' }),
      new CallError(409, { code: 'download-failed', message: 'no' }),
      task(1, '/link'),
    )
    const job = downloadJob({ body }, { api, title: 'Stores', pending: pending(), save: () => undefined })
    await expect(job.run(work().handle)).rejects.toThrow('gone')
    expect(pending().read()).toEqual({ 7: 'Stores' })
    await expect(job.run(work().handle)).rejects.toThrow('no')
    await job.run(work().handle)
    expect(calls).toEqual(['start', 'status', 'status', 'start', 'status'])
  })
  test('that is cancelled is cancelled on the server', async () => {
    const { api, calls } = serverOf(task(1, null))
    const transfers = createTransfers()
    transfers.start(downloadJob({ body }, { api, title: 'Stores', pending: pending() }))
    await vi.advanceTimersByTimeAsync(100)
    expect(transfers.list()).toMatchObject([{ title: 'Stores', state: 'running', rows: 1, total: 100 }])
    transfers.cancel(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect([calls, transfers.list(), pending().read()]).toEqual([['start', 'status', 'cancel'], [], {}])
  })
  test('that failed stays until it is dismissed, and can be tried again', async () => {
    const { api } = serverOf(new CallError(409, { code: 'x', message: 'no' }), task(1, '/link'))
    const transfers = createTransfers()
    transfers.start(downloadJob({ body }, { api, title: 'Stores', pending: pending(), save: () => undefined }))
    await vi.advanceTimersByTimeAsync(10)
    expect(transfers.list()).toMatchObject([{ state: 'failed', error: { message: 'no' } }])
    transfers.retry(1)
    await vi.advanceTimersByTimeAsync(10)
    expect(transfers.list()).toMatchObject([{ state: 'done', saved: { fileName: 'stores.csv' } }])
    transfers.dismiss(1)
    expect(transfers.list()).toEqual([])
  })
})

test('with a filter a list says how many of all its rows are left', () => {
  const t = ((key: string, values: object) => [key, ...Object.values(values)].join(' ')) as never
  expect(countText({ total: 1, grandTotal: 1000 }, true, t)).toBe('table.countOf 1 1,000')
  expect(countText({ total: 1000, grandTotal: 1000 }, false, t)).toBe('1,000')
})
