/** The dialog for several products or a family on one tag, drawn for real. */
import { expect, test } from 'vitest'
import { applicationAreas } from '../i18n/i18n.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { type } from '../testing/shoot.ts'
import { AssignMultipleModal } from './assign-multiple.modal.tsx'

// A field that grows with its text asks it for changes of the typefaces.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

async function open(site: string) {
  const sent: unknown[] = []
  const api = {
    layouts: { names: async () => ({ layoutList: [] }) },
    tags: { assignMultiple: async ({ body }: { body: { tagList: unknown[] } }) => void sent.push(...body.tagList) },
  }
  const signedIn = { user: { systemConfig: { site } } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  const dialog = <AssignMultipleModal rows={[]} close={() => undefined} />
  await drawDialog(dialog, { path: '/tag/detail/$storeCode', services: { api, session }, words: applicationAreas })
  await expect.poll(() => document.querySelectorAll('input[type=radio]').length).toBe(2)
  const texts = () => [...document.querySelectorAll<HTMLInputElement>('form input:not([type=radio], [type=file])')]
  document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click()
  await expect.poll(() => texts()).toHaveLength(2)
  return {
    sent,
    type: (place: number, text: string) => type(texts()[place]!, text),
    submit: () => document.querySelector('form')!.requestSubmit(),
    showsAlert: (text: string) => expect.poll(() => document.querySelector('[role=alert]')?.textContent).toBe(text),
  }
}
const large = '5A3C9E0090000001'

test('a family: what is missing is said, then its code goes to the server', async () => {
  const { sent, type, submit, showsAlert } = await open('')
  submit()
  await showsAlert('Enter Tag ID, Please!')
  type(0, large)
  submit()
  await showsAlert('Enter Family Code, Please!')
  type(1, ' DRINKS ')
  submit()
  await expect.poll(() => sent).toEqual([{ tagMac: large, fmPrCode: 'DRINKS' }])
})

test('croma: a large tag wants a large ticket; sent again, the family is assigned', async () => {
  const { sent, type, submit, showsAlert } = await open('croma')
  type(0, large)
  type(1, 'DRINKS')
  submit()
  await showsAlert('This is a large tag. Please use a large ticket.')
  expect(sent).toEqual([])
  submit()
  await expect.poll(() => sent).toEqual([{ tagMac: large, fmPrCode: 'DRINKS' }])
})
