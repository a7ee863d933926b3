import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAisleDesk, readCode } from './desk.ts'
import { agreed, sendJob, undoneBy, undoOf, type Done, type DoneJob, type Job } from './jobs.ts'
import { actionsFor, keepView, placeOf, searchOf, viewOf } from './view.ts'

const [tagA, tagB] = ['5A3C9E0050000001', '5A3C9E0050000002']
const product = '4901234567894'
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const deskWith = (send: (job: Job) => Promise<Done> = async () => ({ product: 'Milk' })) => {
  const jobs: Job[] = []
  const desk = createAisleDesk({
    colour: () => 'red',
    send: async (job) => {
      jobs.push(job)
      return send(job)
    },
  })
  return { desk, jobs }
}

describe('table or aisle', () => {
  beforeEach(() => localStorage.clear())
  test('by width, by choice, by address', () => {
    expect([viewOf({}, true), viewOf({}, false)]).toEqual(['aisle', 'table'])
    keepView('table')
    expect([viewOf({}, true), viewOf({ view: 'aisle' }, false)]).toEqual(['table', 'aisle'])
  })
  test('an address of the list leads to the list on every device', () => {
    keepView('aisle')
    const searches: object[] = [{ sort: 'barcode asc' }, { f: { status: '==NG' } }, { peek: tagA }]
    for (const search of searches) expect(viewOf(search, true)).toBe('table')
  })
  test('the address carries the work, also written by hand', () => {
    expect(placeOf(searchOf({ action: 'swap', code: tagA }), actionsFor(true))).toEqual({ action: 'swap', code: tagA })
    expect(placeOf({ do: 'find', code: 4_901_234_567_894 }, actionsFor(true))).toEqual({ action: 'find', code: product })
    expect(placeOf({ do: 'dance', code: tagA }, actionsFor(true))).toEqual({ action: 'assign', code: '' })
  })
  test('without the right to write there is only find', () => {
    expect(actionsFor(false)).toEqual(['find'])
    expect(placeOf({ do: 'swap', code: tagA }, actionsFor(false))).toEqual({ action: 'find', code: '' })
  })
})

describe('a scan', () => {
  test('of a label is tidied, anything else stays as it was read', () => {
    expect([readCode(' 5a:3c:9e:00:50:00:00:01 '), readCode('00123 ')]).toEqual([
      { code: tagA, isTag: true },
      { code: '00123', isTag: false },
    ])
  })
  test('makes pairs in either order; of two of a kind the later one counts', async () => {
    const { desk, jobs } = deskWith()
    for (const code of [tagA, product, product, tagB, tagA, tagB, product]) desk.scan(code)
    await settle()
    expect(jobs.map((job) => job.kind === 'assign' && [job.tagMac, job.code])).toEqual([
      [tagA, product],
      [tagB, product],
      [tagB, product],
    ])
  })
  test('of a product where a label belongs is told, and the first label stays', async () => {
    const { desk, jobs } = deskWith()
    desk.go({ action: 'swap', code: '' })
    desk.scan(tagA)
    desk.scan(product)
    expect(desk.get()).toMatchObject({ wrong: 'not-a-label', code: tagA })
    desk.scan(tagB)
    await settle()
    expect(jobs).toEqual([{ kind: 'swap', from: tagA, to: tagB, replace: false }])
  })
  test('blinks in the chosen colour, and is what is looked at', async () => {
    const { desk, jobs } = deskWith()
    desk.go({ action: 'blink', code: '' })
    desk.scan(product)
    await settle()
    expect(jobs).toEqual([{ kind: 'blink', code: product, colour: 'red' }])
    expect(desk.get().code).toBe(product)
  })
})

describe('what is done', () => {
  const before = { prCodeList: ['old'], fmPrCode: null, layoutId: 'MULTI', nfc: null }
  const done = (job: Job, result: Partial<Done> = {}): DoneJob => ({
    id: 1,
    job,
    state: 'done',
    at: 0,
    result: { product: 'Milk', ...result },
  })
  test('is taken back once, to what was before', () => {
    const assigned = done({ kind: 'assign', tagMac: tagA, code: product, sure: false }, { before })
    const undo = undoOf(assigned, [assigned])
    expect(undo).toEqual({ kind: 'restore', tagMac: tagA, given: before, undoes: 1 })
    expect(undoOf(assigned, [assigned, { id: 2, job: undo!, state: 'waiting' }])).toBeUndefined()
    // An attempt that was refused did not take it back.
    expect(undoneBy(1, [assigned, { id: 2, job: undo!, state: 'refused' }])).toBeUndefined()
  })
  test('a swap is swapped back with what the new label carried, and that not once more', () => {
    const swapped = done({ kind: 'swap', from: tagA, to: tagB, replace: true }, { before })
    const undo = undoOf(swapped, [swapped])
    expect(undo).toEqual({ kind: 'swap', from: tagB, to: tagA, replace: true, undoes: 1, giveBack: before })
    expect(undoOf({ ...done(undo!, { before }), id: 2 }, [swapped])).toBeUndefined()
  })
  test('lights are put out; where none burns there is nothing to take back', () => {
    const job: Job = { kind: 'blink', code: product, colour: 'red' }
    const [lit, dark] = [done(job, { blinking: [tagA, tagB] }), done(job, { blinking: [], cannot: 2 })]
    expect(undoOf(lit, [lit])).toEqual({ kind: 'dark', tagMacs: [tagA, tagB], undoes: 1 })
    expect(undoOf(dark, [dark])).toBeUndefined()
  })
  test('a yes is sent with the same job', () => {
    expect(agreed({ kind: 'assign', tagMac: tagA, code: product, sure: false })).toMatchObject({ sure: true })
    expect(agreed({ kind: 'swap', from: tagA, to: tagB, replace: false })).toMatchObject({ replace: true })
  })
  test('a product that families hold is asked about: the product alone, or all of a family', async () => {
    const family = { fmPrCode: 'F1', prCodeList: ['p1', 'p2'], layoutId: 'MULTI' }
    const sent: unknown[] = []
    const api = {
      tags: {
        find: async () => ({ tag: null, product: { prCode: 'p1', prName: 'Milk', tagCount: 0 }, familyList: [family] }),
        assign: async ({ body }: { body: { tagList: unknown } }) => void sent.push(body.tagList),
        assignMultiple: async ({ body }: { body: { tagList: unknown } }) => void sent.push(body.tagList),
      },
    } as unknown as Parameters<typeof sendJob>[0]
    const send = (job: Job, site = '') => sendJob(api, { storeCode: 'S1', site }, job, () => undefined)
    const job: Job = { kind: 'assign', tagMac: '5A3C9E0090000001', code: product, sure: false }
    await expect(send(job)).rejects.toMatchObject({ answer: { code: 'family-choice', error: ['F1'] } })
    // The site with large tags: the ninth digit says that this is one.
    await expect(send(job, 'croma')).rejects.toMatchObject({ answer: { code: 'large-ticket' } })
    await send(agreed(job))
    expect(await send(agreed(job, 'F1'))).toMatchObject({ product: 'F1', prCode: 'p1' })
    expect(sent).toEqual([[{ tagMac: job.tagMac, prCode: 'p1' }], [{ tagMac: job.tagMac, fmPrCode: 'F1' }]])
  })
  test('a refusal becomes what the big letters tell of, and the next scan goes on', async () => {
    vi.stubGlobal('AudioContext', undefined)
    const { desk } = deskWith((job) =>
      job.kind === 'assign' && job.tagMac === tagA ? Promise.reject(new Error('no')) : Promise.resolve({ product: null }),
    )
    desk.scan(tagA)
    desk.scan(product)
    await settle()
    expect(desk.outbox.get().parcels.find((one) => one.id === desk.get().last)).toMatchObject({
      state: 'refused',
      problem: { message: 'no' },
    })
    desk.scan(tagB)
    desk.scan(product)
    await settle()
    expect(desk.outbox.get().parcels.map((one) => one.state)).toEqual(['refused', 'done'])
  })
})
