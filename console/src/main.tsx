import './theme/mantine-sign-in.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@endcap/signage/masks.css'
import './theme/tokens.css'
import './theme/kit.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { Entry } from './app/Entry.tsx'
import { createServices, ServicesContext } from './app/services.ts'
import { startI18n } from './i18n/i18n.ts'
import { theme, variables } from './theme/mantine.ts'

const services = createServices()
await startI18n()
createRoot(document.getElementById('root')!).render(
  <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
    <ServicesContext value={services}>
      <Entry />
    </ServicesContext>
  </MantineProvider>,
)
