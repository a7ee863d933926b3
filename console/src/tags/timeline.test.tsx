/** The timeline of a tag and why it stands so, drawn for real. */
import type { ResultOf } from '@endcap/contract/endpoint'
import type { Delivery } from '@endcap/contract/deliveries'
import type { Tag, tags } from '@endcap/contract/tags'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { Diagnosis } from './Diagnosis.tsx'
import { Timeline } from './Timeline.tsx'

const delivery = (deliveryId: string, at: number, more: Partial<Delivery> = {}): Delivery => ({
  deliveryId,
  taskId: '7',
  kind: 'SHOW',
  page: 0,
  state: 'SHOWN',
  reason: null,
  detail: null,
  prCode: 'p',
  prInfo: [],
  layoutId: 'L',
  nfc: null,
  gwMac: 'G',
  tries: 1,
  queuedAt: at,
  renderedAt: at,
  sentAt: at,
  finishedAt: at,
  confirmed: true,
  hasImage: true,
  promotion: null,
  ...more,
})
const steps = () => [...document.querySelectorAll('[data-part=steps] li > span:nth-child(2)')].map((one) => one.textContent)

test('tells deliveries and what the tag told besides in one order, and nothing from before them', async () => {
  const eventList = [
    { event: 'button' as const, at: 3000, gwMac: 'G' },
    { event: 'doubt' as const, at: 1500, gwMac: 'G' },
    { event: 'nfc' as const, at: 500, gwMac: 'G' },
  ]
  const timeline = [delivery('2', 2000, { confirmed: false }), delivery('1', 1000)]
  await drawDialog(<Timeline timeline={timeline} eventList={eventList} />, { path: '/', services: {}, words: ['tags', 'state'] })
  await eventually(() =>
    expect(steps()).toEqual([
      'Its button was pressedGateway G',
      'Delivered, not confirmed by the deviceTask 7 · L',
      'It may have shown something else: its label is drawn againGateway G',
      'On the glassTask 7 · L',
    ]),
  )
})
test('of a tag that got no label yet has what it told', async () => {
  const eventList = [{ event: 'button' as const, at: 3000, gwMac: 'G' }]
  await drawDialog(<Timeline timeline={[]} eventList={eventList} />, { path: '/', services: {}, words: ['tags', 'state'] })
  await eventually(() => expect(steps()).toEqual(['Its button was pressedGateway G']))
})

test('a label that is only delivered is not said to be on the glass', async () => {
  const diagnosis = { cause: 'shown', reason: null, detail: null, action: 'none' } as ResultOf<(typeof tags)['detail']>['diagnosis']
  const noticeTexts = () => [...document.querySelectorAll('[data-part=notice]')].map((one) => one.textContent)
  const both = [true, false].map((confirmed) => <Diagnosis key={String(confirmed)} diagnosis={diagnosis} tag={{ confirmed } as Tag} />)
  await drawDialog(both, { path: '/', services: {}, words: ['tags'] })
  await eventually(() =>
    expect(noticeTexts()).toEqual([
      'The label is on the glass.',
      'The label was delivered. The device does not say what stands on its glass.',
    ]),
  )
})
