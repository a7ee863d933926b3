/** How often the signs of a store call, and when they sleep through: what that means for prices and batteries is said beside it. */
import { defaultSignSeconds, type AccessPoint } from '@endcap/contract/access-points'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { RateChoice } from './RateChoice.tsx'
import { useSaveOptions } from './use-save-options.ts'
import { batteryWords, everyWords } from './words.ts'
import { Input, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import hintStyles from '../ui/Hint.module.css'
import styles from './access-points.module.css'

const defaultNight = { from: '21:00', to: '07:00' }

export function SignSettings({ accessPoint, close }: { accessPoint: AccessPoint; close: () => void }) {
  const { t } = useTranslation()
  const save = useSaveOptions(accessPoint)
  const { options } = accessPoint
  const [seconds, setSeconds] = useState(options.refreshSeconds)
  const [night, setNight] = useState(options.night)
  const submit = async () => {
    if (night !== undefined && (night.from === '' || night.to === '')) throw new Error(t('accessPoints.enterTimes'))
    if (night !== undefined && night.from === night.to) throw new Error(t('accessPoints.sameTimes'))
    const { refreshSeconds: _, night: __, ...others } = options
    await save({ ...others, ...(seconds !== undefined && { refreshSeconds: seconds }), ...(night !== undefined && { night }) })
    close()
  }
  const rate = seconds ?? defaultSignSeconds
  return (
    <FormModal
      title={t('accessPoints.settingsTitle', { name: accessPoint.name })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="520px"
      unsaved={seconds !== options.refreshSeconds || JSON.stringify(night) !== JSON.stringify(options.night)}
    >
      <label className={dialogStyles.gwField}>
        <span>{t('accessPoints.rate')}</span>
        <RateChoice
          field="options.refreshSeconds"
          seconds={seconds}
          defaultSeconds={defaultSignSeconds}
          night={night}
          onChange={setSeconds}
        />
        <span className={hintStyles.hint}>{t('accessPoints.rateHint')}</span>
      </label>
      <Tick
        className={styles.apCheck}
        label={t('accessPoints.night')}
        checked={night !== undefined}
        onChange={(event) => setNight(event.target.checked ? (options.night ?? defaultNight) : undefined)}
      />
      {night !== undefined && (
        <div className={styles.apTimes}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className={dialogStyles.gwField}>
              <span>{t(`accessPoints.night${end === 'from' ? 'From' : 'To'}`)}</span>
              <PlainField field={`options.night.${end}`}>
                {(attributes) => (
                  <Input
                    {...attributes}
                    type="time"
                    value={night[end]}
                    onChange={(event) => setNight({ ...night, [end]: event.target.value })}
                  />
                )}
              </PlainField>
            </label>
          ))}
        </div>
      )}
      <p className={styles.apMeans} role="status">
        {t('accessPoints.means', { every: everyWords(rate, t), battery: batteryWords(rate, night, t) })}
      </p>
    </FormModal>
  )
}
