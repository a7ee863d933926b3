/** Draws a dialog for real, at the address where it stands and with the services that a test gives it. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { ServicesContext, type Services } from '../app/services.ts'
import { createTransfers, TransfersContext } from '../data/transfers.ts'
import { loadWords, startI18n } from '../i18n/i18n.ts'

interface Around {
  /** With `$storeCode` in it, which is S1. */
  path: string
  services: object
  /** Areas of words; without any, keys stand for them. */
  words?: readonly string[]
}
/** It is taken away when the test is over. */
export async function drawDialog(dialog: ReactNode, { path, services, words = [] }: Around): Promise<void> {
  await startI18n()
  await loadWords(words)
  const top = createRootRoute()
  const route = createRoute({ getParentRoute: () => top, path, component: () => dialog })
  const history = createMemoryHistory({ initialEntries: [path.replace('$storeCode', 'S1')] })
  const router = createRouter({ routeTree: top.addChildren([route]), history })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    document.body.innerHTML = ''
  })
  root.render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ServicesContext value={services as Services}>
          <TransfersContext value={createTransfers()}>
            <RouterProvider router={router as never} />
          </TransfersContext>
        </ServicesContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}
