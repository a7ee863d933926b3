/** The last runs of a script in earnest: when, for what, how long, how it ended, and the last of what it printed. */
import type { RunOutcome, ScriptKind, ScriptRun } from '@endcap/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { State, type StateKind } from '../ui/state.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './scripts.module.css'

interface Props {
  kind: ScriptKind
  storeCode: string
  /** Of the script in the editor: lines of other versions are not those that stand there. */
  version: number
  chosen: string | undefined
  onChoose: (runId: string | undefined) => void
  onJump: (line: number) => void
}
const kindOf: Record<RunOutcome, StateKind> = { OK: 'ok', REFUSED: 'alarm', FAILED: 'bad' }

/** Runs come with what the console is told of anyway: files that were taken in, and tasks. Sign-ins are asked for now and then. */
function keyOf(kind: ScriptKind, storeCode: string): readonly string[] {
  const domain = kind === 'tag-data-decorator' ? 'tasks' : kind.endsWith('-parser') ? 'files' : 'scripts'
  return [domain, storeCode === 'default' ? '' : storeCode, 'script-runs', kind]
}
const signInsEveryMs = 10_000

export function Runs({ kind, storeCode, version, chosen, onChoose, onJump }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queryKey = keyOf(kind, storeCode)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.scripts.runs({ params: { script: kind, storeCode } }, { signal }),
    refetchInterval: queryKey[0] === 'scripts' ? signInsEveryMs : false,
  })
  const runs = query.data?.runs
  if (runs === undefined) return query.error === null ? <Skeleton style={{ height: 160 }} /> : <Problem query={query} />
  if (runs.length === 0) return <p className={styles.scriptNone}>{t('scripts.runs.none')}</p>
  return (
    <>
      <Problem query={query} />
      <ol className={styles.scriptVersions} aria-label={t('scripts.tab.runs')}>
        {runs.map((run) => (
          <li key={run.runId} data-chosen={run.runId === chosen || undefined}>
            <button
              type="button"
              className={styles.scriptVersion}
              aria-expanded={run.runId === chosen}
              onClick={() => onChoose(run.runId === chosen ? undefined : run.runId)}
            >
              <State state={run.outcome} kind={kindOf[run.outcome]} label={t(`scripts.runs.outcome.${run.outcome}`)} />
              <b className={helpers.grow}>{subjectOf(run)}</b>
              <small>
                {formatTime(run.endedAt)}
                {storeCode === 'default' && run.storeCode !== '' && ` · ${run.storeName} (${run.storeCode})`}
                {run.items > 0 && ` · ${t(`scripts.runs.items.${kind}`, { count: run.items, number: formatNumber(run.items) })}`}
                {` · ${formatNumber(run.ms)} ms`}
              </small>
              {run.detail !== '' && <span className={styles.scriptWhy}>{run.detail}</span>}
            </button>
            {run.runId === chosen && <Run kind={kind} storeCode={storeCode} run={run} onJump={onJump} isCurrent={isCurrent(run)} />}
          </li>
        ))}
      </ol>
    </>
  )

  function isCurrent(run: ScriptRun): boolean {
    return run.version === version && run.scope === (storeCode === 'default' ? '' : storeCode)
  }
  function subjectOf({ subject, more }: ScriptRun): string {
    if (kind !== 'tag-data-decorator') return subject
    if (subject === '') return t('scripts.runs.labels')
    return more === 0 ? t('scripts.runs.task', { task: subject }) : t('scripts.runs.tasks', { task: subject, count: more })
  }
}

interface RunProps extends Pick<Props, 'kind' | 'storeCode' | 'onJump'> {
  run: ScriptRun
  isCurrent: boolean
}
function Run({ kind, storeCode, run, isCurrent, onJump }: RunProps) {
  const { t } = useTranslation()
  const api = useApi()
  const mayReadTasks = useCan()('task.read')
  const { runId, scope, version, failed, line, printed, subject } = run
  const query = useQuery({
    // A task's run grows with its batches.
    queryKey: [...keyOf(kind, storeCode), runId, printed],
    queryFn: ({ signal }) => api.scripts.run({ params: { script: kind, storeCode, runId } }, { signal }),
    enabled: printed > 0,
    placeholderData: (before) => before,
  })
  return (
    <div className={styles.scriptRun}>
      <p>
        {t(scope === '' ? 'scripts.runs.byDefault' : 'scripts.runs.byOwn', { version })}
        {failed > 0 && ` · ${t('scripts.runs.failed', { count: failed, number: formatNumber(failed) })}`}
        {line !== null && ' · '}
        {line !== null &&
          (isCurrent ? (
            <button type="button" className={styles.scriptLine} onClick={() => onJump(line)}>
              {t('scripts.line', { line })}
            </button>
          ) : (
            t('scripts.line', { line })
          ))}
      </p>
      {kind === 'tag-data-decorator' && subject !== '' && mayReadTasks && (
        <p>
          <Link to={paths.task(run.storeCode, subject, 'UPDATE')} search={{}}>
            {t('scripts.runs.openTask', { task: subject })}
          </Link>
        </p>
      )}
      {printed === 0 && <p className={styles.quiet}>{t('scripts.runs.silent')}</p>}
      {printed > 0 && query.data === undefined && (query.error === null ? <Skeleton style={{ height: 60 }} /> : <Problem query={query} />)}
      {query.data !== undefined && (
        <pre className={styles.scriptLog} tabIndex={0} aria-label={t('scripts.result.log')}>
          {query.data.output}
        </pre>
      )}
    </div>
  )
}
