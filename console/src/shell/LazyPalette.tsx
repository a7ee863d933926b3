/**
 * The search, whose code is fetched with its first use. A field stands in its place until then: what is typed there is what the search begins
 * with, and no key goes to the page behind.
 */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { loadWords } from '../i18n/i18n.ts'
import { Input } from '../ui/inputs.tsx'
import styles from './shell.module.css'
import { beginAhead, typedAhead } from './typed-ahead.ts'

function FieldAhead() {
  const { t } = useTranslation()
  useEffect(beginAhead, [])
  return (
    <Input
      className={styles.ahead}
      aria-label={t('common.search')}
      placeholder={t('common.search')}
      data-part="wait"
      // Before the first key: there is none to lose.
      ref={(field: HTMLInputElement | null) => {
        if (field === null) return
        typedAhead.focusBefore ??= document.activeElement
        field.focus({ preventScroll: true })
      }}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => (typedAhead.text = event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) typedAhead.isEntered = true
      }}
    />
  )
}

export const Palette = lazyPart(
  async () => {
    const areas = ['search', 'layouts', 'settings', 'storeConfig', 'alarmSettings', 'alarms', 'scripts']
    return (await Promise.all([import('./Palette.tsx'), loadWords(areas)]))[0].Palette
  },
  <FieldAhead />,
)
