/** The dialog for several products or a family on one tag, drawn for real. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ServicesContext, type Services } from '../app/services.ts'
import { applicationAreas, loadWords, startI18n } from '../i18n/i18n.ts'
import { AssignMultipleModal } from './assign-multiple.modal.tsx'

// A field that grows with its text asks it for changes of the typefaces.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
vi.setConfig({ testTimeout: 30_000 })
const patience = { timeout: 10_000 }
let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function open(site: string) {
  const sent: unknown[] = []
  const api = {
    layouts: { names: async () => ({ layoutList: [] }) },
    tags: { assignMultiple: async ({ body }: { body: { tagList: unknown[] } }) => void sent.push(...body.tagList) },
  }
  const signedIn = { accessToken: '', user: { systemConfig: { site } } }
  const session = { get: () => signedIn, subscribe: () => () => undefined }
  await startI18n()
  await loadWords(applicationAreas)
  const dialog = createRootRoute()
  const component = () => <AssignMultipleModal rows={[]} close={() => undefined} />
  const route = createRoute({ getParentRoute: () => dialog, path: '/tag/detail/$storeCode', component })
  const history = createMemoryHistory({ initialEntries: ['/tag/detail/S1'] })
  const router = createRouter({ routeTree: dialog.addChildren([route]), history })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ServicesContext value={{ api, session } as unknown as Services}>
          <RouterProvider router={router as never} />
        </ServicesContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(document.querySelectorAll('input[type=radio]').length).toBe(2), patience)
  const texts = () => [...document.querySelectorAll<HTMLInputElement>('form input:not([type=radio], [type=file])')]
  document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click()
  await vi.waitFor(() => expect(texts()).toHaveLength(2), patience)
  return {
    sent,
    type: (place: number, text: string) => {
      const field = texts()[place]!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    submit: () => document.querySelector('form')!.requestSubmit(),
    says: (text: string) => vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(text), patience),
  }
}
const large = '5A3C9E0090000001'

test('a family: what is missing is said, then its code goes to the server', async () => {
  const { sent, type, submit, says } = await open('')
  submit()
  await says('Enter Tag ID, Please!')
  type(0, large)
  submit()
  await says('Enter Family Code, Please!')
  type(1, ' DRINKS ')
  submit()
  await vi.waitFor(() => expect(sent).toEqual([{ tagMac: large, fmPrCode: 'DRINKS' }]), patience)
})

test('croma: a large tag wants a large ticket; sent again, the family is assigned', async () => {
  const { sent, type, submit, says } = await open('croma')
  type(0, large)
  type(1, 'DRINKS')
  submit()
  await says('This is a large tag. Please use a large ticket.')
  expect(sent).toEqual([])
  submit()
  await vi.waitFor(() => expect(sent).toEqual([{ tagMac: large, fmPrCode: 'DRINKS' }]), patience)
})
