/** What was saved of a script: who, when, compared with what stands in the editor, and taken up again. */
import type { ScriptKind } from '@endcap/contract/scripts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './scripts.module.css'

interface Place {
  kind: ScriptKind
  storeCode: string
}

/** One version with its code; undefined while none is chosen. */
export function useVersion({ kind, storeCode, version }: Place & { version: number | undefined }) {
  const api = useApi()
  const params = { script: kind, storeCode, scriptVersion: String(version) }
  return useQuery({
    queryKey: ['scripts', storeCode, kind, 'version', version],
    queryFn: version === undefined ? skipToken : ({ signal }) => api.scripts.version({ params }, { signal }),
    staleTime: Infinity,
  }).data
}

interface Props extends Place {
  chosen: number | undefined
  /** Not over something that is typed and not saved. */
  mayRestore: boolean
  onChoose: (version: number | undefined) => void
  onRestore: (version: number) => void
}

export function Versions({ kind, storeCode, chosen, mayRestore, onChoose, onRestore }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['scripts', storeCode, kind, 'versions'],
    queryFn: ({ signal }) => api.scripts.versions({ params: { script: kind, storeCode } }, { signal }),
  })
  const versions = query.data?.versions
  if (versions === undefined) return query.error === null ? <Skeleton style={{ height: 160 }} /> : <Problem query={query} />
  if (versions.length === 0) return <p className={styles.scriptNone}>{t('scripts.noVersions')}</p>
  return (
    <ol className={styles.scriptVersions} aria-label={t('scripts.tab.versions')}>
      {versions.map(({ version, useType, restoredFrom, updatedAt, updatedBy }, place) => (
        <li key={version} data-chosen={version === chosen || undefined}>
          <button
            type="button"
            className={styles.scriptVersion}
            aria-pressed={version === chosen}
            onClick={() => onChoose(version === chosen ? undefined : version)}
          >
            <b>{t('scripts.version', { version })}</b>
            <span>{t(`scripts.useType.${useType === 'OWN' && storeCode === 'default' ? 'ON' : useType}`)}</span>
            {restoredFrom !== null && <span>{t('scripts.restoredFrom', { version: restoredFrom })}</span>}
            <small>
              {formatTime(updatedAt)} · {updatedBy}
            </small>
          </button>
          {version === chosen && (
            <div className={styles.scriptChosen}>
              <span>{t('scripts.compared')}</span>
              {place > 0 && (
                <Button disabled={!mayRestore} onClick={() => onRestore(version)}>
                  {t('scripts.restore')}
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
