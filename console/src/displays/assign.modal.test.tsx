/** The dialogs for scanning at displays, drawn for real: what is scanned or typed before an answer is neither lost nor misread. */
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { shoot, type } from '../testing/shoot.ts'
import { AssignModal } from './assign.modal.tsx'
import { DeassignModal } from './scan.modals.tsx'

/** Draws a dialog before a server that answers when the test says so; every third call fails. */
async function open(dialog: ReactNode, fields: number) {
  const asked: unknown[] = []
  const answers: (() => void)[] = []
  const call = ({ body }: { body: { devList: object[] } }) => {
    asked.push(...body.devList)
    const fails = asked.length % 3 === 0
    return new Promise((resolve, reject) => {
      answers.push(() => (fails ? reject(new Error('refused')) : resolve({ devices: 1 })))
    })
  }
  const api = { displays: { assign: call, deassign: call } }
  await drawDialog(dialog, { path: '/plus/device/list/$storeCode', services: { api }, words: ['displays'] })
  const found = () => [...document.querySelectorAll<HTMLInputElement>('form input:not([type=file])')]
  await expect.poll(() => found()).toHaveLength(fields)
  return {
    asked,
    found: found(),
    answer: async () => {
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      answers.shift()?.()
    },
    submit: () => document.querySelector<HTMLButtonElement>('form button[type=submit]')!.click(),
    statusLines: () => [...document.querySelectorAll('[role=status] li')].map((line) => line.textContent),
  }
}
const macOf = (number: number) => `02:ec:d3:00:00:0${number}`
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('typed: the fields are free at once, and what was sent goes out one after the other', async () => {
  const { asked, found, answer, submit, statusLines } = await open(<AssignModal rows={[]} close={() => undefined} />, 2)
  const [device, product] = found
  const pairs = [1, 2, 3, 4].map((number) => ({ mac: `${macOf(number)}5`, product: `400100000000${number}` }))
  for (const pair of pairs) {
    type(device!, pair.mac)
    await settled()
    type(product!, pair.product)
    await settled()
    submit()
    await settled()
    expect([device?.value, product?.value]).toEqual(['', ''])
  }
  expect(asked).toEqual([pairs[0]])
  for (let at = 0; at < pairs.length; at++) await answer()
  await expect.poll(() => statusLines()).toHaveLength(3)
  expect(asked).toEqual(pairs)
})

test('scanned: the display after an unanswered one is a display, not its product', async () => {
  const { asked, answer } = await open(<AssignModal rows={[]} close={() => undefined} />, 2)
  const pairs = [1, 2, 3].map((number) => ({ mac: `${macOf(number)}5`, product: `400100000000${number}` }))
  for (const [at, { mac, product }] of pairs.entries())
    for (const [part, code] of [mac, product].entries()) {
      await shoot(code, (2 * at + part) * 1000)
      await settled()
    }
  for (let at = 0; at < pairs.length; at++) await answer()
  await expect.poll(() => asked).toEqual(pairs)
})

test('taken off: each scan counts, whatever the one before is waiting for', async () => {
  const { asked, found, answer, submit } = await open(<DeassignModal storeCode="S1" close={() => undefined} />, 1)
  const macs = [1, 2, 3].map((number) => ({ mac: `${macOf(number)}5` }))
  for (const { mac } of macs) {
    type(found[0]!, mac)
    await settled()
    submit()
    await settled()
    expect(found[0]?.value).toBe('')
  }
  for (let at = 0; at < macs.length; at++) await answer()
  await expect.poll(() => asked).toEqual(macs)
})
