/** Render threads: what they answer for each purpose. */
import { layoutDefinition } from '@endcap/label/layout'
import { starterAliases } from '@endcap/label/starter'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { startRenderPool } from './pool.ts'
import type { RenderJob, RenderResult } from './render-job.ts'

const pool = startRenderPool({ threads: 1, log: pino({ level: 'silent' }) })
afterAll(() => pool.stop())

const place = { x: 20, y: 20, w: 200, h: 30 }
let layouts = 0
function jobOf(elements: object[], more: Partial<RenderJob> = {}): RenderJob {
  const definition = layoutDefinition.parse({ format: 1, name: 'x', width: 296, height: 128, pages: [{ elements }] })
  const products = [{ prCode: '1', prInfo: ['1', 'Milk', '', '198'] }]
  const words = { locale: 'en-US', currency: 'USD', aliases: [...starterAliases] }
  return { layoutKey: String(++layouts), definition, tagType: 'B5', products, ...words, ...more }
}
const text = (value: string, more = {}) => ({ type: 'text', text: value, ...place, size: 20, ...more })
const red = { type: 'barcode', symbology: 'ean13', value: '4984101147641', ...place, h: 60, color: 'red' }
const render = async (...jobs: RenderJob[]) => pool.render(jobs)
/** These layouts name no product and no price, of which they are warned. */
const besideRoles = (result: RenderResult | undefined) => result?.problems.filter(({ kind }) => kind !== 'no-price' && kind !== 'no-name')

describe('inspect', () => {
  test('answers images, marks, and what only the pixels show', async () => {
    const [result] = await render(jobOf([text('{NAME}'), { ...red, y: 60 }], { purpose: 'inspect' }))
    expect(result?.images).toHaveLength(1)
    expect(result?.marks).toMatchObject([
      { page: 0, element: '1', size: 20, text: 'Milk' },
      { page: 0, element: '2', size: null, text: '4984101147641' },
    ])
    expect(result?.shown).toEqual([0])
    expect(besideRoles(result)).toMatchObject([
      { kind: 'unreadable-barcode', element: '2', level: 'error', page: 0, reason: 'render-error' },
    ])
    expect(result?.failure?.detail).toContain('is red')
  })
  test('without pictures only what was found comes back', async () => {
    const [result] = await render(jobOf([red], { purpose: 'inspect', pictures: false }))
    expect(result?.images).toEqual([])
    expect(besideRoles(result)).toMatchObject([{ kind: 'unreadable-barcode' }])
    expect([result?.marks, result?.shown]).toEqual([undefined, undefined])
  })
  test('warnings fail no label', async () => {
    const [result] = await render(jobOf([text('abc', { size: 7 })], { purpose: 'inspect' }))
    expect(besideRoles(result)).toMatchObject([{ kind: 'tiny-text', level: 'warning' }])
    expect(result?.failure).toBeUndefined()
  })
  test('errors are among the twenty that are told, however many warnings come before them', async () => {
    const warnings = Array.from({ length: 30 }, () => text('abc', { size: 7, h: 10 }))
    const [result] = await render(jobOf([...warnings, text('{PRICE:price}', { w: 6 })], { purpose: 'inspect' }))
    expect(result?.problems).toHaveLength(20)
    expect(result?.problems[0]).toMatchObject({ kind: 'overflow', element: '31', level: 'error' })
    expect(result?.failure?.reason).toBe('render-overflow')
  })
  test('another panel than the tag type’s may be given', async () => {
    const job = jobOf([red], { purpose: 'inspect', panel: { width: 296, height: 128, palette: 'bw' } })
    // Without red ink its bars are black.
    expect(besideRoles((await render(job))[0])).toEqual([])
  })
})

test('the other purposes know nothing of that, and name kind and element of what they report', async () => {
  const elements = [red, text('{PRICE:price}', { w: 6 })]
  const [label, check, draft] = await render(jobOf(elements), jobOf(elements, { purpose: 'check' }), jobOf(elements, { purpose: 'draft' }))
  for (const result of [label, check, draft]) {
    expect(result?.problems).toEqual([
      {
        reason: 'render-overflow',
        kind: 'overflow',
        page: 0,
        element: '2',
        detail: expect.stringContaining('does not fit') as string,
        translatable: { sentence: 'text-too-long', values: expect.objectContaining({ width: 6 }) as object },
      },
    ])
    expect(result).not.toHaveProperty('marks')
  }
  expect([label?.images?.length, check?.images?.length, draft?.images?.length]).toEqual([undefined, undefined, 1])
  const [fine, checked] = await render(jobOf([red]), jobOf([red], { purpose: 'check' }))
  expect([fine?.problems, fine?.images?.length, checked?.images]).toEqual([[], 1, []])
})

test('jobs of all purposes in one batch are answered in their order', async () => {
  const purposes = [undefined, 'inspect', 'check', 'inspect', 'draft', undefined] as const
  const jobs = Array.from({ length: 40 }, (_, n) => jobOf([text(`Milk ${n}`)], { ...(purposes[n % 6] && { purpose: purposes[n % 6]! }) }))
  const results = await render(...jobs)
  expect(results.map(({ marks }) => marks?.[0]?.text)).toEqual(
    jobs.map(({ purpose }, n) => (purpose === 'inspect' ? `Milk ${n}` : undefined)),
  )
})

test('a layout that cannot be read fails, and so does a model that is not known', async () => {
  const [broken, unknown] = await render(
    jobOf([], { definition: { format: 1 }, purpose: 'inspect' }),
    jobOf([text('a')], { tagType: 'ZZ', purpose: 'inspect' }),
  )
  expect([broken?.failure?.reason, unknown?.failure?.reason]).toEqual(['render-error', 'unknown-model'])
})
