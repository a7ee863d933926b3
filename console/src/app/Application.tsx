/** Everything behind sign-in. Lives as long as the session: what was fetched for one person is never shown to the next. */
import '../theme/mantine-application.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { CallError } from '@endcap/contract/client'
import { useEffect, useState } from 'react'
import { createTransfers, TransfersContext } from '../data/transfers.ts'
import { createAppRouter } from '../routes.tsx'

const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        refetchOnWindowFocus: false,
        // A refusal stays one; a server out of reach may be back in a moment.
        retry: (count, error) => !(error instanceof CallError && error.status >= 400 && error.status < 500) && count < 3,
      },
    },
  })

export function Application() {
  const [queries] = useState(createQueries)
  const [router] = useState(createAppRouter)
  const [transfers] = useState(createTransfers)
  useEffect(() => () => router.history.destroy(), [router])
  return (
    <QueryClientProvider client={queries}>
      <TransfersContext value={transfers}>
        <RouterProvider router={router} />
      </TransfersContext>
    </QueryClientProvider>
  )
}
