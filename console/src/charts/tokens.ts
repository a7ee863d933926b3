/** The theme's colours as plain values, for what is drawn on a canvas. */
import { recordOf } from '@endcap/contract/typed-object'
import { useEffect, useState } from 'react'
import type { StateKind } from '../ui/state.tsx'

export interface Tokens {
  font: string
  ink: string
  ink2: string
  ink3: string
  line: string
  line2: string
  surface: string
  accent: string
  states: Record<StateKind, string>
}

function read(): Tokens {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(name).trim()
  const kinds = ['ok', 'delivered', 'alarm', 'bad', 'info', 'idle', 'warn'] as const
  return {
    font: getComputedStyle(document.body).fontFamily,
    ink: value('--ink'),
    ink2: value('--ink-2'),
    ink3: value('--ink-3'),
    line: value('--line'),
    line2: value('--line-2'),
    surface: value('--surface'),
    accent: value('--accent'),
    states: recordOf(kinds, (kind) => value(`--${kind}`)),
  }
}

/** Read again when the theme or the language changes. */
export function useTokens(): Tokens {
  const [tokens, setTokens] = useState(read)
  useEffect(() => {
    const observer = new MutationObserver(() => setTokens(read()))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme', 'lang'] })
    return () => observer.disconnect()
  }, [])
  return tokens
}

const dashes = ['solid', 'dashed', 'dotted'] as const
export interface LineLook {
  colour: string
  dash: (typeof dashes)[number]
}
/** The 11 lines that can be told apart (specification 1 §9). Colour means state, so they differ in ink and dash. */
export function lineLooks({ accent, ink, ink3, line2 }: Tokens): LineLook[] {
  const looks = dashes.flatMap((dash) => [accent, ink3, ink, line2].map((colour) => ({ colour, dash })))
  return looks.slice(0, 11)
}
