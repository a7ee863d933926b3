/** Keys of panels that speak encrypted: which are known, one more, and one less. What was entered is never shown again. */
import type { AccessPoint } from '@endcap/contract/access-points'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusedField } from '../form/refused-field.tsx'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import hintStyles from '../ui/Hint.module.css'
import styles from './access-points.module.css'

/** By MAC; null: to be forgotten. */
export type PanelKeys = Record<string, string | null>

const macForm = /^[0-9A-F]{12}$/
const keyForm = /^[0-9A-Fa-f]{32}$/

interface Props {
  keyed: AccessPoint['keyed']
  keys: PanelKeys
  onChange: (keys: PanelKeys) => void
}
export function PanelKeysField({ keyed, keys, onChange }: Props) {
  const { t } = useTranslation()
  const [mac, setMac] = useState('')
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState('')
  const known = [...new Set([...keyed, ...Object.keys(keys)])].filter((one) => keys[one] !== null)
  const add = () => {
    const plain = mac.replaceAll(/[\s:.-]/g, '').toUpperCase()
    const wrong = !macForm.test(plain) ? t('accessPoints.keys.badMac') : keyForm.test(key.trim()) ? '' : t('accessPoints.keys.badKey')
    setProblem(wrong)
    if (wrong !== '') return
    onChange({ ...keys, [plain]: key.trim() })
    setMac('')
    setKey('')
  }
  const forget = (one: string) => {
    const others = Object.fromEntries(Object.entries(keys).filter(([other]) => other !== one))
    onChange(keyed.includes(one) ? { ...others, [one]: null } : others)
  }
  return (
    <fieldset className={clsx(dialogStyles.gwField, styles.apKeys)} data-part="ap-keys">
      <legend>{t('accessPoints.keys.title')}</legend>
      <span className={hintStyles.hint}>{t('accessPoints.keys.hint')}</span>
      {known.length > 0 && (
        <ul>
          {known.map((one) => (
            <li key={one}>
              <span className={helpers.mono}>{one}</span>
              <span>{keys[one] === undefined ? t('accessPoints.keys.known') : t('accessPoints.keys.entered')}</span>
              <Button onClick={() => forget(one)} aria-label={t('accessPoints.keys.forgetOf', { mac: one })}>
                {t('accessPoints.keys.forget')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.apKeyRow}>
        <Input
          className={helpers.mono}
          autoComplete="off"
          spellCheck={false}
          placeholder="D0CF5E000001"
          aria-label={t('accessPoints.keys.mac')}
          value={mac}
          onChange={(event) => setMac(event.target.value)}
        />
        <Input
          className={helpers.mono}
          type="password"
          autoComplete="new-password"
          placeholder={t('accessPoints.keys.key')}
          aria-label={t('accessPoints.keys.key')}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button disabled={mac.trim() === '' || key.trim() === ''} onClick={add}>
          {t('accessPoints.keys.add')}
        </Button>
      </div>
      {problem !== '' && (
        <span className={hintStyles.hint} role="alert">
          {problem}
        </span>
      )}
      <RefusedField field="keys" value={keys} />
    </fieldset>
  )
}
