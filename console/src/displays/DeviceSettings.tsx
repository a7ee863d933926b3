/** Name, volume, brightness and clock of a display. They save half a second after the last change, only with the right to write. */
import { brightnessMax } from '@endcap/contract/device-config'
import type { DeviceInfo } from '@endcap/contract/displays'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { useAutosave } from '../canvas/autosave.ts'
import { Button } from '../ui/Button.tsx'
import { NumberInput } from '../form/NumberInput.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import styles from './displays.module.css'
import helpers from '../ui/helpers.module.css'

type Config = Pick<DeviceInfo, 'name' | 'volume' | 'brightness' | 'tz' | 'localNtpServer'>
const zones = Intl.supportedValuesOf('timeZone')
const together = (before: Partial<Config>, after: Partial<Config>) => ({ ...before, ...after })
/** Zones offered at once; typing narrows them. */
const zonesShown = 80

export function DeviceSettings({ storeCode, info }: { storeCode: string; info: DeviceInfo }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const readOnly = !can('plus.write')
  // What was typed stays, whatever is reported meanwhile.
  const [typed, setTyped] = useState<Partial<Config>>({})
  const { state, change, flush } = useAutosave<Partial<Config>>(
    async (changes, { keepalive }) => {
      await api.displays.saveConfig({ body: { storeCode, mac: info.mac, ...changes } }, { keepalive })
      await queries.invalidateQueries({ queryKey: ['signage', storeCode] })
    },
    { merge: together },
  )
  const now: Config = { ...info, ...typed }
  const set = (part: Partial<Config>) => {
    setTyped((before) => ({ ...before, ...part }))
    change(part)
  }
  const number = (name: 'volume' | 'brightness', max: number, reason?: string) => (
    <NumberInput
      label={t(`displays.config.${name}`, { max })}
      description={reason ?? t('displays.config.upTo', { max })}
      value={now[name]}
      min={0}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      disabled={reason !== undefined}
      readOnly={readOnly}
      onChange={(value) => typeof value === 'number' && value !== now[name] && set({ [name]: value })}
      hideControls
    />
  )
  return (
    <>
      <div className={fieldGridStyles.fieldGrid}>
        <TextInput
          className={fieldGridStyles.wide}
          label={t('displays.column.name')}
          value={now.name}
          maxLength={100}
          readOnly={readOnly}
          onChange={(event) => set({ name: event.target.value })}
          autoComplete="off"
        />
        {number('volume', info.maxVolume)}
        {number('brightness', brightnessMax, info.caps.brightness ? undefined : t('displays.cannot.brightness'))}
        <Select
          className={fieldGridStyles.wide}
          label={t('displays.config.tz')}
          data={[{ value: '', label: t('displays.config.storeZone') }, ...new Set([...(now.tz === '' ? [] : [now.tz]), 'UTC', ...zones])]}
          value={now.tz}
          searchable
          limit={zonesShown}
          allowDeselect={false}
          readOnly={readOnly}
          nothingFoundMessage={t('common.nothingFound')}
          onChange={(zone) => zone !== null && set({ tz: zone })}
        />
        <TextInput
          className={fieldGridStyles.wide}
          label={t('displays.config.ntp')}
          description={info.caps.timeserver ? undefined : t('displays.cannot.ntp')}
          disabled={!info.caps.timeserver}
          classNames={{ input: helpers.mono }}
          value={now.localNtpServer}
          maxLength={200}
          readOnly={readOnly}
          onChange={(event) => set({ localNtpServer: event.target.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {!readOnly && (
        <p className={styles.displaySaved} role={state.state === 'failed' ? 'alert' : 'status'}>
          {state.state === 'failed' ? errorText(state.error, t) : t(`displays.saved.${state.state}`)}{' '}
          {state.state === 'failed' && <Button onClick={() => void flush()}>{t('common.retry')}</Button>}
        </p>
      )}
    </>
  )
}
