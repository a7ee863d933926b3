/** Says for each column of a file which alias it holds, where its first line does not: a choice with some of its values beside it. */
import type { ColumnMapping, FileColumns } from '@endcap/contract/file-columns'
import { layoutColumn, nfcColumn } from '@endcap/contract/product-files'
import { hidesNfc } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { useSession } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import styles from './ColumnChoice.module.css'

interface Props {
  seen: FileColumns
  chosen: ColumnMapping
  onChoose: (mapping: ColumnMapping) => void
  disabled: boolean
}

/** What a mapping lacks before a file can be read by it. */
export type MappingFault = { word: 'key'; name: string } | { word: 'twice'; name: string }
export function faultOf({ columns }: ColumnMapping, key: string | undefined): MappingFault | undefined {
  const twice = columns.find((name, place) => name !== null && columns.indexOf(name) !== place)
  if (typeof twice === 'string') return { word: 'twice', name: twice }
  return key !== undefined && !columns.includes(key) ? { word: 'key', name: key } : undefined
}

export function ColumnChoice({ seen, chosen, onChoose, disabled }: Props) {
  const { t } = useTranslation()
  const { site } = useSession().user.systemConfig
  const aliases = useAliases()
  const meanings = [
    ...aliases.map(({ name, label }) => ({ name, label: label === name ? name : `${label} (${name})` })),
    ...[layoutColumn, ...(hidesNfc(site) ? [] : [nfcColumn])].map((name) => ({ name, label: name })),
  ]
  const choose = (place: number, name: string) =>
    onChoose({ ...chosen, columns: chosen.columns.map((one, at) => (at === place ? name || null : one)) })
  return (
    <section className={styles.choice} aria-label={t('files.mapping.title')} data-part="mapping">
      <h3>{t('files.mapping.title')}</h3>
      <Hint flush>{t(seen.remembered ? 'files.mapping.remembered' : 'files.mapping.hint')}</Hint>
      <Tick
        label={t('files.mapping.header')}
        checked={chosen.hasHeader}
        disabled={disabled}
        onChange={(event) => onChoose({ ...chosen, hasHeader: event.target.checked })}
      />
      <ol>
        {seen.columns.map(({ first, samples }, place) => {
          const number = formatNumber(place + 1)
          const name = chosen.hasHeader && first.trim() !== '' ? first : t('files.mapping.column', { number })
          const values = chosen.hasHeader ? samples : [first, ...samples]
          return (
            // oxlint-disable-next-line react/no-array-index-key -- columns have no name that is theirs alone: their place is
            <li key={place} data-chosen={chosen.columns[place] !== null || undefined}>
              <div className={styles.column}>
                <b>{name}</b>
                <span>
                  {values
                    .slice(0, 3)
                    .map((value) => (value.trim() === '' ? '–' : value))
                    .join(' · ')}
                </span>
              </div>
              <NativeSelect
                aria-label={t('files.mapping.means', { name })}
                value={chosen.columns[place] ?? ''}
                disabled={disabled}
                onChange={({ currentTarget: { value } }) => choose(place, value)}
              >
                <option value="">{t('files.mapping.none')}</option>
                {meanings.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.label}
                  </option>
                ))}
              </NativeSelect>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
