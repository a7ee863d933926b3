/** The dialog for assigning, drawn for real: scans faster than answers, on a machine that has other things to do. */
import { describe, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { shoot, type } from '../testing/shoot.ts'
import { AssignModal } from './assign.modal.tsx'

type Pair = { tagMac: string; prCode: string }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** The same numbers in every run of the same seed. */
const randomOf = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

/** Draws the dialog before a server that answers after `delay` milliseconds and knows every product but those that begin with 9. */
async function open(delay: () => number, close: () => void = () => undefined) {
  const assigned: Pair[] = []
  /** What tags carry, by their id; others carry nothing. */
  const carried = new Map<string, { prCode: string; prCodeList: string[]; fmPrCode: string | null }>()
  const takenOff: string[] = []
  const api = {
    tags: {
      find: async ({ params: { code } }: { params: { code: string } }) => {
        await wait(delay())
        return {
          tag: carried.get(code) ?? null,
          otherStore: null,
          tagList: [],
          product: code.startsWith('4') ? { prCode: code, prName: null, tagCount: 0 } : null,
        }
      },
      findByPrCode: async () => {
        await wait(delay())
        return { product: null, familyList: [] }
      },
      assign: async ({ body }: { body: { tagList: Pair[] } }) => {
        await wait(delay())
        assigned.push(...body.tagList)
        for (const { tagMac, prCode } of body.tagList) carried.set(tagMac, { prCode, prCodeList: [prCode], fmPrCode: null })
        return {}
      },
      assignMultiple: async ({ body }: { body: { tagList: { tagMac: string; prCodeList: string[] }[] } }) => {
        for (const { tagMac, prCodeList } of body.tagList) assigned.push({ tagMac, prCode: prCodeList.join(' ') })
      },
      deassign: async ({ body }: { body: { tagList: { tagMac: string }[] } }) =>
        void takenOff.push(...body.tagList.map(({ tagMac }) => tagMac)),
    },
  }
  const signedIn = { user: { systemConfig: { site: '' } } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const dialog = <AssignModal rows={[]} close={close} />
  await drawDialog(dialog, { path: '/tag/detail/$storeCode', services: { api, session }, words: ['tags', 'state', 'error'] })
  await expect.poll(() => document.querySelectorAll('form input:not([type=file])').length).toBe(3)
  const [tagField, productField, soleField] = [...document.querySelectorAll<HTMLInputElement>('form input:not([type=file])')]
  return { assigned, carried, takenOff, tagField: tagField!, productField: productField!, soleField: soleField! }
}

const tagOf = (number: number) => `5A3C9E005${number.toString(16).toUpperCase().padStart(7, '0')}`
const productOf = (number: number) => `400${1_000_000_000 + number}`

describe('scans faster than answers', () => {
  test.each([1, 2, 3, 4])('every pair is assigned once and right (%i)', async (seed) => {
    const random = randomOf(seed * 7919)
    const { assigned, tagField, productField } = await open(() => random() * 40)
    const pairs = Array.from({ length: 20 }, (_, number) => ({ tagMac: tagOf(number), prCode: productOf(number) }))
    for (const { tagMac, prCode } of pairs) {
      for (const code of random() < 0.5 ? [tagMac, prCode] : [prCode, tagMac]) {
        await shoot(code, performance.now())
        await wait(random() < 0.3 ? 0 : random() * 25)
        // Another program has the processor for a while: drawing comes later than timers.
        const until = performance.now() + (random() < 0.3 ? random() * 30 : 0)
        while (performance.now() < until) random()
      }
    }
    await expect.poll(() => assigned).toHaveLength(pairs.length)
    expect(assigned).toEqual(pairs)
    await expect.poll(() => [tagField.value, productField.value]).toEqual(['', ''])
    expect(document.querySelector('[role=alert]')).toBeNull()
  })
  test('a default product needs one scan a label', async () => {
    const random = randomOf(11)
    const { assigned, soleField } = await open(() => random() * 40)
    type(soleField, productOf(1))
    for (let number = 0; number < 15; number++) {
      await shoot(tagOf(number), performance.now())
      await wait(random() * 20)
    }
    await expect.poll(() => assigned).toHaveLength(15)
    expect(assigned).toEqual(Array.from({ length: 15 }, (_, number) => ({ tagMac: tagOf(number), prCode: productOf(1) })))
    expect(soleField.value).toBe(productOf(1))
  })
})

describe('a pair that is refused', () => {
  test('stands in the fields, holds up the others, and is corrected by the next scan', async () => {
    const { assigned, tagField, productField } = await open(() => 5)
    await shoot(tagOf(1), performance.now())
    await shoot('9999999999999', performance.now() + 500)
    await shoot(tagOf(2), performance.now() + 1000)
    await shoot(productOf(2), performance.now() + 1500)
    await expect.poll(() => document.querySelector('[role=alert]')).not.toBeNull()
    expect([tagField.value, productField.value]).toEqual([tagOf(1), '9999999999999'])
    expect(assigned).toEqual([])
    await shoot(productOf(1), performance.now() + 2000)
    await expect.poll(() => assigned).toHaveLength(2)
    expect(assigned).toEqual([
      { tagMac: tagOf(1), prCode: productOf(1) },
      { tagMac: tagOf(2), prCode: productOf(2) },
    ])
  })
  test('is emptied by hand, and the others go on', async () => {
    const { assigned, tagField, productField } = await open(() => 5)
    for (const [place, code] of [tagOf(1), '9999999999999', tagOf(2), productOf(2)].entries())
      await shoot(code, performance.now() + place * 500)
    await expect.poll(() => document.querySelector('[role=alert]')).not.toBeNull()
    type(tagField, '')
    type(productField, '')
    await expect.poll(() => assigned).toEqual([{ tagMac: tagOf(2), prCode: productOf(2) }])
  })
})

describe('what was assigned is taken back', () => {
  /** The newest line and its button. */
  const line = () => document.querySelector('form [role=status] li')
  const undo = () => line()?.querySelector('button')?.click()
  const says = (text: string) => expect.poll(() => line()?.textContent).toContain(text)
  async function assign(carries?: string) {
    const dialog = await open(() => 1)
    if (carries !== undefined) dialog.carried.set(tagOf(1), { prCode: carries, prCodeList: [carries], fmPrCode: null })
    for (const [place, code] of [tagOf(1), productOf(1)].entries()) await shoot(code, performance.now() + place * 500)
    await says(`${productOf(1)} assigned to ${tagOf(1)}`)
    return dialog
  }

  test('from a tag that carried nothing the product is taken off, and the next scan goes on', async () => {
    const { takenOff, tagField } = await assign()
    undo()
    await says('Taken back.')
    expect(takenOff).toEqual([tagOf(1)])
    expect(line()?.querySelector('button')).toBeNull()
    expect(document.activeElement).toBe(tagField)
  })
  test('a tag gets back what it carried', async () => {
    const { assigned, takenOff } = await assign('before')
    undo()
    await says('Taken back.')
    expect(assigned.at(-1)).toEqual({ tagMac: tagOf(1), prCode: 'before' })
    expect(takenOff).toEqual([])
  })
  test('not when something else was assigned to it since', async () => {
    const { assigned, carried, takenOff } = await assign()
    carried.set(tagOf(1), { prCode: 'other', prCodeList: ['other'], fmPrCode: null })
    undo()
    await says('Something else was assigned to it since.')
    expect([assigned.length, takenOff]).toEqual([1, []])
  })
})

describe('Escape', () => {
  const escape = () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }))
  const asks = () => document.querySelector('form')?.textContent.includes('Leave without saving what you typed?') === true

  test.each(['a tag', 'a product', 'a default product'])('with %s typed asks first, and a second one goes back to it', async (what) => {
    const close = vi.fn()
    const { tagField, productField, soleField } = await open(() => 0, close)
    const field = what === 'a tag' ? tagField : what === 'a product' ? productField : soleField
    field.focus()
    type(field, '4001')
    await wait(0)
    escape()
    await expect.poll(() => asks()).toBe(true)
    escape()
    await expect.poll(() => asks()).toBe(false)
    expect([close.mock.calls.length, field.value]).toEqual([0, '4001'])
  })
  test('with nothing typed closes', async () => {
    const close = vi.fn()
    const { tagField } = await open(() => 0, close)
    tagField.focus()
    escape()
    await expect.poll(() => close).toHaveBeenCalledOnce()
  })
})
