/** What plays are summed up by, and over which days. */
import { playGroups } from '@endcap/contract/plays'
import { useTranslation } from 'react-i18next'
import { Input } from '../ui/inputs.tsx'
import { SeveralSegments, Segments } from '../ui/Segments.tsx'
import { dayChoices, type SumSearch } from './sum-search.ts'
import styles from './plays.module.css'

interface Props {
  chosen: SumSearch
  /** The days that the sums are of, once they are here. */
  shown: { from: string; to: string } | undefined
  onChange: (next: Partial<SumSearch>) => void
}

export function SumChoice({ chosen, shown, onChange }: Props) {
  const { t } = useTranslation()
  const { by, days } = chosen
  const value = { from: chosen.from ?? shown?.from ?? '', to: chosen.to ?? shown?.to ?? '' }
  return (
    <div className={styles.choice}>
      <div className={styles.part}>
        <span aria-hidden="true">{t('plays.sumBy')}</span>
        <SeveralSegments
          label={t('plays.sumBy')}
          values={by}
          options={playGroups.map((group) => ({ value: group, label: t(`plays.group.${group}`) }))}
          onChange={(next) => onChange({ by: next })}
        />
      </div>
      <div className={styles.part}>
        <Segments
          label={t('plays.range')}
          value={days ?? 0}
          options={dayChoices.map((choice) => ({ value: choice, label: t('plays.days', { count: choice }) }))}
          onChange={(choice) => onChange({ days: choice, from: undefined, to: undefined })}
        />
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {t(end === 'from' ? 'table.start' : 'table.end')}
            <Input
              type="date"
              max="9999-12-31"
              value={value[end]}
              onChange={({ target }) => target.value !== '' && onChange({ ...value, [end]: target.value, days: undefined })}
            />
          </label>
        ))}
      </div>
    </div>
  )
}
