/** What differs by site and by model in the tag screens, and the sentences of tag operations. */
import { ledFeatures } from '@endcap/contract/tag-control'
import { CallError } from '@endcap/contract/client'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../app/services.ts'
import { allAreas, loadWords, startI18n } from '../i18n/i18n.ts'
import i18next from 'i18next'
import { createFamilyDesk, wantsLargeTicket } from '../form/assign-families.tsx'
import { modelText, namedSize, sizeOf, sizeWords } from '../ui/tag-cells.tsx'
import { hasLed, noLed } from '../form/control.modals.tsx'
import { deliveryKind, deliveryWord } from '../ui/delivery-word.ts'
import { tagHistorySpec } from './tag-history.screen.tsx'
import { tagListSpec } from './tag-list.screen.tsx'
import { statusWord } from '../ui/TagState.tsx'
import { tabsOf } from './TagTabs.tsx'
import type { Tag } from '@endcap/contract/tags'

const large = '5A3C9E0190000001'
const small = '5A3C9E0150000001'
const tag = (tagType: string) => ({ tagType }) as Tag

beforeAll(async () => {
  await startI18n()
  await loadWords(allAreas)
})
const t = (key: string, options: Record<string, unknown> = {}): string => i18next.t(key, options)

describe('sites', () => {
  test('croma: MISSING is displayed NG1, and missing tags are among the failed ones', () => {
    expect(statusWord('MISSING', 'croma')).toBe('NG1')
    expect(t(`state.${statusWord('MISSING', 'croma')}`)).toBe('NG1')
    expect(['', 'edion', 'nec', 'coop'].map((site) => statusWord('MISSING', site))).toEqual(Array(4).fill('MISSING'))
    expect(statusWord('NG', 'croma')).toBe('NG')
    expect(tabsOf('croma').find((tab) => tab.name === 'NG')?.statuses).toEqual(['NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2'])
    expect(tabsOf('croma').some((tab) => tab.name === 'MISSING')).toBe(false)
    expect(tabsOf('').find((tab) => tab.name === 'NG')?.statuses).toEqual(['NG', 'REQ_ONLY', 'REQ_ONLY2'])
    const { status } = tagListSpec(t, { site: 'croma' }).filters
    expect(typeof status === 'object' && status.label?.('MISSING')).toBe('NG1')
  })
  test('nec: no NFC column and no NFC filter; elsewhere there is one', () => {
    const nfc = (site: string) => {
      const spec = tagHistorySpec(t, site)
      return [spec.columns.some((column) => column.field === 'nfc'), 'nfc' in spec.filters]
    }
    expect(nfc('nec')).toEqual([false, false])
    expect(nfc('')).toEqual([true, true])
  })
  test('croma: a large tag (ninth character 9) wants a large ticket', () => {
    expect(wantsLargeTicket('croma', large)).toBe(true)
    expect(wantsLargeTicket('croma', small)).toBe(false)
    expect(wantsLargeTicket('', large)).toBe(false)
    // Of a sign the rest of the id is its MAC.
    expect(wantsLargeTicket('croma', '7E01A0B192000001')).toBe(false)
  })
})

describe('types', () => {
  test('are called by their size in inches, else in pixels; those of other families by their name in full', () => {
    expect(['B5', 'Z5', 'ZZ', 'oepl-33', 'px-800x480-bwry', 'some-other'].map(sizeOf)).toEqual([
      '2.90″',
      '2.90″',
      'UNKNOWN',
      '2.90″',
      '800 × 480',
      'UNKNOWN',
    ])
    expect(['B5', 'oepl-33', 'px-800x480-bwry', 'some-other'].map(modelText)).toEqual([
      '2.90″',
      'SoluM M3 2.9″ · 384 × 168',
      '800 × 480 BWRY',
      'UNKNOWN',
    ])
    expect(['2.90', 'tag-384x168'].map(sizeWords)).toEqual(['2.90″', '384 × 168'])
    expect(['R290', 'R154', '800x480', 'UNKNOWN'].map(namedSize)).toEqual(['2.90″', '1.54″', '800 × 480', 'UNKNOWN'])
  })
  test('that a store has besides can be looked for', () => {
    const { tagType } = tagListSpec(t, { otherTypes: ['oepl-33'] }).filters
    expect(typeof tagType === 'object' && tagType.options.includes('oepl-33')).toBe(true)
    expect(typeof tagType === 'object' && tagType.label?.('oepl-33')).toBe('SoluM M3 2.9″ · 384 × 168 oepl-33')
    expect(typeof tagType === 'object' && tagType.label?.('B5')).toBe('2.90″ B5')
  })
})

describe('labels that were delivered and not confirmed', () => {
  const delivered = { status: 'OK', confirmed: false } as Tag
  const columnOf = (field: string, otherTypes?: string[]) =>
    tagListSpec(t, otherTypes === undefined ? {} : { otherTypes }).columns.find((column) => column.field === field)
  test('say so in lists and files, and only where they are well', () => {
    expect(columnOf('status')?.text?.(delivered)).toBe('Delivered, not confirmed by the device')
    expect(columnOf('status')?.text?.({ ...delivered, confirmed: true })).toBe('OK')
    expect(columnOf('status')?.text?.({ ...delivered, status: 'NG' })).toBe('Failed')
    expect([true, false, null].map((confirmed) => columnOf('confirmed')?.text?.({ ...delivered, confirmed }))).toEqual([
      'On the glass',
      'Delivered, not confirmed by the device',
      '–',
    ])
  })
  test('can be looked for, and have a column where there are such devices', () => {
    const { confirmed } = tagListSpec(t).filters
    expect(typeof confirmed === 'object' && confirmed.options.map((option) => [option, confirmed.label?.(option)])).toEqual([
      ['true', 'On the glass'],
      ['false', 'Delivered, not confirmed by the device'],
    ])
    expect([columnOf('confirmed')?.optional, columnOf('confirmed', ['oepl-33'])?.optional]).toEqual([true, undefined])
  })
  test('have the same word and a mark of their own in timelines; what was done at a tag is no label', () => {
    const shown = { kind: 'SHOW', state: 'SHOWN', confirmed: false } as const
    expect([deliveryWord(shown), deliveryKind(shown)]).toEqual(['state.DELIVERED', 'delivered'])
    expect([deliveryWord({ ...shown, confirmed: true }), deliveryKind({ ...shown, confirmed: true })]).toEqual(['state.SHOWN', 'ok'])
    expect([deliveryWord({ ...shown, kind: 'LED' }), deliveryKind({ ...shown, kind: 'LED' })]).toEqual(['tags.check.answer.answered', 'ok'])
    expect(deliveryKind({ ...shown, state: 'FAILED' })).toBe('bad')
  })
})

describe('a product of families', () => {
  const family = { fmPrCode: 'F1', prCodeList: ['1', '2'], layoutId: 'MULTI' }
  /** The part of the API that the dialog asks here. */
  function open(site: string, familyList: object[]) {
    const sent: object[] = []
    const tags = {
      findByPrCode: async () => ({ product: null, familyList }),
      assignMultiple: async ({ body }: { body: object }) => void sent.push(body),
    }
    const desk = createFamilyDesk({ tags } as unknown as Services['api'], { storeCode: 'S1', site })
    const job = (tagMac: string, sure = false) => ({ tagMac, code: '1', sure })
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: unknown) => (error instanceof CallError ? error.answer.code : String(error)),
      )
    return { desk, sent, job, codeOf }
  }
  test('asks which it shall be; the tag is given the family itself, and follows it', async () => {
    const { desk, sent, job, codeOf } = open('', [family])
    expect(await codeOf(desk.ask(job(small)))).toBe('family-choice')
    expect(desk.get().families).toEqual([family])
    desk.choose('F1')
    const chosen = await desk.ask(job(small, true))
    expect(chosen).toEqual(family)
    expect(await desk.assign(job(small), family)).toMatchObject({ prCode: 'F1' })
    expect(sent).toEqual([{ taskId: -1, priorTaskId: -1, storeCode: 'S1', tagList: [{ tagMac: small, fmPrCode: 'F1' }] }])
    expect(desk.get()).toEqual({ families: [], choice: '' })
  })
  test('the product alone is the other answer', async () => {
    const { desk, job, codeOf } = open('', [family])
    expect(await codeOf(desk.ask(job(small)))).toBe('family-choice')
    expect(await desk.ask(job(small, true))).toBeUndefined()
  })
  test('croma warns of a large tag instead, and goes on when it is confirmed', async () => {
    const { desk, job, codeOf } = open('croma', [family])
    expect(await codeOf(desk.ask(job(large)))).toBe('large-ticket')
    expect(await codeOf(desk.ask(job(large, true)))).toBe('none')
    expect(await codeOf(desk.ask(job(small)))).toBe('family-choice')
  })
  test('a family’s own code means that family, unless another is chosen', async () => {
    const { desk, codeOf } = open('', [family])
    expect(await codeOf(desk.ask({ tagMac: small, code: 'F1', sure: false }))).toBe('family-choice')
    expect(desk.get().choice).toBe('F1')
  })
  test('without a family nothing is asked', async () => {
    const { desk, job } = open('croma', [])
    expect(await desk.ask(job(large))).toBeUndefined()
  })
})

describe('lights', () => {
  test('the action is refused where no ticked tag has one, and not before any is ticked', () => {
    expect(ledFeatures.map((feature) => hasLed({ tagType: `${feature}5` }))).toEqual([true, true, true, true, true])
    expect(noLed([tag('35'), tag('28')])).toBe('tags.led.none')
    expect(noLed([tag('35'), tag('B5')])).toBeUndefined()
    expect(noLed([])).toBeUndefined()
  })
  test('tags of other families have one where their model says so', () => {
    expect(
      ['oepl-33', 'px-400x300-bw-led', 'oepl-02', 'px-400x300-bw', 'trmnl-e1001', 'some-other'].map((type) => hasLed(tag(type))),
    ).toEqual([true, true, false, false, false, false])
  })
})

test('the specification’s sentences of tag operations stand letter for letter', () => {
  expect(t('common.noRow')).toBe('No row selected. Please select one or more rows.')
  expect(t('tags.check.started')).toBe('Start tag status collection')
  expect(t('tags.check.sure')).toBe('Are you sure you want to stop?')
  const types = ['TAG_STATUS_CHECK', 'BATTERY_CHECK', 'GATEWAY_SCAN', 'ALL_TAG_STATUS_COLLECT']
  expect(types.map((type) => t(`tags.check.type.${type}`))).toEqual([
    'Tag Status Check',
    'Battery Check',
    'Gateway Scan',
    'All Tag Status Collect',
  ])
})
