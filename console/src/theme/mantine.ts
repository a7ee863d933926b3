/** Mantine in the console's visual language: ink on paper, colour only for state. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import controls from '../ui/controls.module.css'

const ink: MantineColorsTuple = [
  '#F7F7F4',
  '#F2F2EE',
  '#E6E5DF',
  '#D3D2C9',
  '#A6A69D',
  '#8B8B83',
  '#6E6E67',
  '#55554F',
  '#2C2C29',
  '#1A1A18',
]
const dark: MantineColorsTuple = [
  '#ECECE6',
  '#B0B0A7',
  '#8F8F86',
  '#3B3B36',
  '#2A2A27',
  '#1D1D1B',
  '#171716',
  '#141413',
  '#101010',
  '#0b0b0b',
]
const small = { defaultProps: { size: 'sm' } }

export const theme = createTheme({
  respectReducedMotion: true,
  fontFamily: 'var(--f-ui)',
  fontFamilyMonospace: 'var(--f-mono)',
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 1 },
  autoContrast: true,
  colors: { ink, dark },
  defaultRadius: 5,
  fontSizes: { xs: '11px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: small,
    PasswordInput: small,
    Select: small,
    Textarea: small,
    Autocomplete: small,
    NumberInput: small,
    // Placed while it is hidden and has no width: from the middle of its field it would reach over the edge of a phone, which makes a phone's
    // window wider and closes it.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    // One look for the kit's inputs and our own.
    Input: { classNames: { input: controls.input } },
    // One as high as the window ends above the notifications (shell/Notices.tsx); others do not move when these come and go.
    Modal: { defaultProps: { centered: true, yOffset: 'calc(max(5dvh, var(--notices, 0px)))', transitionProps: { duration: 120 } } },
  },
})

/** The outline of what destroys: Mantine’s own shade is nearly white in the dark. */
const danger = { '--mantine-color-red-outline': 'var(--bad-t)', '--mantine-color-red-outline-hover': 'var(--bad-bg)' }

export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-default-border': 'var(--ctl-line)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad-t)',
  },
  light: danger,
  dark: danger,
})
