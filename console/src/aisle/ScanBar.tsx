/**
 * Where codes come in: a scanner that types is heard wherever the focus is; one that writes into the field as a whole, and a hand, end with
 * Enter. The field does not open the keyboard of the screen until its button is pressed.
 */
import { isIdleFocus } from '../ui/key-focus.ts'
import { IconCornerDownLeft, IconKeyboard } from '@tabler/icons-react'
import { useEffect, useImperativeHandle, useRef, useState, type FormEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge } from '../scan/wedge.ts'
import { Input } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import aisleStyles from './aisle.module.css'

export type ScanFocus = () => void

export function ScanBar({ onScan, focus }: { onScan: (code: string) => void; focus: Ref<ScanFocus> }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [byHand, setByHand] = useState(false)
  const take = (code: string) => {
    if (field.current !== null) field.current.value = ''
    if (code.trim() !== '') onScan(code)
  }
  useWedge(take)
  useImperativeHandle(focus, () => () => field.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const refocus = () => {
      if (document.visibilityState === 'visible' && isIdleFocus(document.activeElement)) field.current?.focus({ preventScroll: true })
    }
    refocus()
    document.addEventListener('visibilitychange', refocus)
    return () => document.removeEventListener('visibilitychange', refocus)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take(field.current?.value ?? '')
  }
  const openKeyboard = () => {
    setByHand(!byHand)
    // The keyboard of the screen opens when the field gets the focus with its new kind of input.
    field.current?.blur()
    setTimeout(() => field.current?.focus())
  }
  return (
    <form className={aisleStyles.aisleScan} onSubmit={submit} autoComplete="off">
      <div className={aisleStyles.aisleField}>
        <Input
          ref={field}
          className={helpers.mono}
          aria-label={t('aisle.scan')}
          placeholder={t('aisle.scan')}
          inputMode={byHand ? 'text' : 'none'}
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
        />
        <button type="button" aria-pressed={byHand} aria-label={t('aisle.keyboard')} onClick={openKeyboard}>
          <IconKeyboard size={22} stroke={1.6} aria-hidden="true" />
        </button>
        <button type="submit" aria-label={t('aisle.enter')}>
          <IconCornerDownLeft size={22} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <CameraScan onScan={take} />
    </form>
  )
}
