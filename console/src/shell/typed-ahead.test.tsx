/** Letters that are typed while the search is fetched for the first time. */
import { expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { findStores } from '../testing/stores.ts'
import { Palette } from './LazyPalette.tsx'

/** The code of the search comes when the test lets it. */
const ready = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./Palette.tsx', async (importOriginal) => {
  await ready.promise
  return importOriginal()
})

test('are in its field when it is there, and are looked for', async () => {
  const behind = document.body.appendChild(document.createElement('input'))
  behind.focus()
  const asked: string[] = []
  const nothing = { products: [], tags: [], stores: [], gateways: [], layouts: [], displays: [], members: [] }
  const find = async ({ query }: { query: { term: string } }) => {
    asked.push(query.term)
    return nothing
  }
  const user = { email: 'ann@test.example', privilege: [], store: [], enableWholeStore: true, systemConfig: {} }
  const signedIn = { user }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  await drawDialog(<Palette scanned="" storeCode={undefined} go={() => undefined} close={() => undefined} />, {
    path: '/',
    services: { api: { search: { find }, ...findStores([]).api }, session },
  })
  await eventually(() => expect(document.activeElement?.getAttribute('data-part')).toBe('wait'))
  const field = document.activeElement as HTMLInputElement
  type(field, 'm')
  type(field, 'milk')
  expect(behind.value).toBe('')
  ready.resolve()
  await eventually(() => expect(document.querySelector<HTMLInputElement>('input[role=combobox]')?.value).toBe('milk'))
  await eventually(() => expect(asked).toContain('milk'))
  expect(document.querySelector('[data-part=wait]')).toBeNull()
})
