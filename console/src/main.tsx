import './theme/mantine-styles.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './theme/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { CallError } from '@endcap/contract/client'
import { createRoot } from 'react-dom/client'
import { createServices, ServicesContext } from './app/services.ts'
import { startI18n } from './i18n/i18n.ts'
import { createAppRouter } from './routes.tsx'
import { theme, variables } from './theme/mantine.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: false,
      // A refusal stays one; a server out of reach may be back in a moment.
      retry: (count, error) => !(error instanceof CallError && error.status >= 400 && error.status < 500) && count < 3,
    },
  },
})
const services = createServices({ onEnded: () => queries.clear() })
const router = createAppRouter(services)
await startI18n()
createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
    <QueryClientProvider client={queries}>
      <ServicesContext value={services}>
        <RouterProvider router={router} />
      </ServicesContext>
    </QueryClientProvider>
  </MantineProvider>,
)
