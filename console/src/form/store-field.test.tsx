/** One store is chosen out of thousands: the first are offered, others are found by typing. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { findStores } from '../testing/stores.ts'
import { StoreField } from './StoreField.tsx'

function Field() {
  const [code, setCode] = useState<string | null>(null)
  return <StoreField label="Store" value={code} onChange={setCode} />
}

test('what is typed is looked for, and what is chosen stands in the field', async () => {
  const stores = Array.from({ length: 1600 }, (_, place) => ({ storeCode: `S${place + 1}`, storeName: `Shop ${place + 1}` }))
  const { asked, api } = findStores(stores)
  await drawDialog(<Field />, { path: '/store', services: { api } })
  await eventually(() => expect(document.querySelector('input')).not.toBeNull())
  const field = document.querySelector<HTMLInputElement>('input')!
  const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
  field.click()
  await eventually(() => expect(options()).toHaveLength(20))
  field.focus()
  type(field, 's1234')
  await eventually(() => expect(options().map((one) => one.textContent)).toEqual(['Shop 1234 · S1234']))
  options()[0]!.click()
  await eventually(() => expect(field.value).toBe('Shop 1234 · S1234'))
  for (const { length = Infinity } of asked) expect(length).toBeLessThanOrEqual(20)
})
