/** What came of a trial: the fault with its lines, what was printed, and what the script made. */
import type { ScriptFault, Trial } from '@endcap/contract/scripts'
import { useTranslation } from 'react-i18next'
import { useAliases } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import helpers from '../ui/helpers.module.css'
import styles from './scripts.module.css'

interface Props {
  result: Trial
  onJump: (line: number) => void
}

export function TrialResult({ result, onJump }: Props) {
  const { t } = useTranslation()
  const { fault, log, ms, file, products, label, login } = result
  return (
    <div className={styles.scriptResult} data-part="script-result" role="status" aria-label={t('scripts.result.title')}>
      <p className={styles.scriptTook}>{t('scripts.result.took', { ms: formatNumber(ms) })}</p>
      {fault !== null && <Fault fault={fault} onJump={onJump} />}
      {file !== null && <FileResult file={file} onJump={onJump} />}
      {label !== null && <Labels label={label} />}
      {products?.map((product) => (
        <ProductResult key={product.prCode} product={product} onJump={onJump} />
      ))}
      {login !== null && <LoginResult login={login} failed={fault !== null} />}
      {log !== '' && (
        <>
          <h3>{t('scripts.result.log')}</h3>
          <pre className={styles.scriptLog} tabIndex={0} aria-label={t('scripts.result.log')}>
            {log}
          </pre>
        </>
      )}
    </div>
  )
}

function Line({ line, onJump }: { line: number | null; onJump: Props['onJump'] }) {
  const { t } = useTranslation()
  if (line === null) return null
  return (
    <button type="button" className={styles.scriptLine} onClick={() => onJump(line)}>
      {t('scripts.line', { line })}
    </button>
  )
}

function Fault({ fault: { type, message, line, trace }, onJump }: { fault: ScriptFault; onJump: Props['onJump'] }) {
  return (
    <div className={styles.scriptFault}>
      <p>
        <b>{type}</b>: {message} <Line line={line} onJump={onJump} />
      </p>
      {trace.length > 1 && (
        <ol>
          {trace.map((one, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same line may come twice
            <li key={`${place} ${one.line}`}>
              <Line line={one.line} onJump={onJump} /> <span className={helpers.mono}>{one.function}</span> <code>{one.code}</code>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function FileResult({
  file: { dataCount, errorCount, errors, records },
  onJump,
}: {
  file: NonNullable<Trial['file']>
  onJump: Props['onJump']
}) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('scripts.result.rows', { rows: formatNumber(dataCount), bad: formatNumber(errorCount) })}</p>
      {errors.length > 0 && (
        <ul className={styles.scriptErrors} aria-label={t('scripts.result.errors')}>
          {errors.map(({ row, message, line }) => (
            <li key={`${row} ${message}`}>
              {row > 0 && <b>{t('scripts.result.row', { row })} </b>}
              {message} <Line line={line} onJump={onJump} />
            </li>
          ))}
        </ul>
      )}
      {records.length > 0 && (
        <>
          <h3>{t('scripts.result.records', { count: records.length })}</h3>
          <pre className={styles.scriptLog} tabIndex={0} aria-label={t('scripts.result.records', { count: records.length })}>
            {records.map((record) => JSON.stringify(record)).join('\n')}
          </pre>
        </>
      )}
    </>
  )
}

function Labels({ label: { before, after, problem } }: { label: NonNullable<Trial['label']> }) {
  const { t } = useTranslation()
  const picture = (image: string | null, name: 'before' | 'after') => (
    <figure>
      {image === null ? (
        <span className={styles.scriptNone}>{t('scripts.result.noLabel')}</span>
      ) : (
        <img src={`data:image/png;base64,${image}`} alt={t(`scripts.result.${name}`)} />
      )}
      <figcaption>{t(`scripts.result.${name}`)}</figcaption>
    </figure>
  )
  return (
    <>
      <div className={styles.scriptLabels} data-part="script-labels">
        {picture(before, 'before')}
        {picture(after, 'after')}
      </div>
      {problem !== '' && <p className={styles.scriptFault}>{problem}</p>}
    </>
  )
}

function ProductResult({
  product: { prCode, before, after, fault },
  onJump,
}: {
  product: NonNullable<Trial['products']>[number]
  onJump: Props['onJump']
}) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const nameOf = (slot: number) => aliases.find((alias) => alias.index === slot)?.label ?? `prInfo[${slot}]`
  const changes =
    after === null
      ? []
      : [
          ...Array.from({ length: Math.max(before.prInfo.length, after.prInfo.length) }, (_, slot) => slot)
            .filter((slot) => (before.prInfo[slot] ?? '') !== (after.prInfo[slot] ?? ''))
            .map((slot) => [nameOf(slot), before.prInfo[slot] ?? '', after.prInfo[slot] ?? ''] as const),
          ...(before.layoutId === after.layoutId
            ? []
            : [[t('scripts.result.layout'), before.layoutId ?? '', after.layoutId ?? ''] as const]),
          ...(before.nfc === after.nfc ? [] : [['NFC', before.nfc ?? '', after.nfc ?? ''] as const]),
        ]
  return (
    <>
      <h3>{t('scripts.result.product', { prCode })}</h3>
      {fault !== null && <Fault fault={fault} onJump={onJump} />}
      {after !== null && changes.length === 0 && <p>{t('scripts.result.unchanged')}</p>}
      {changes.length > 0 && (
        <table className={styles.scriptChanges}>
          <tbody>
            {changes.map(([name, old, now]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <del>{old || '–'}</del>
                </td>
                <td>
                  <ins>{now || '–'}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function LoginResult({ login: { account, refused, requests }, failed }: { login: NonNullable<Trial['login']>; failed: boolean }) {
  const { t } = useTranslation()
  const verdict = failed ? 'failed' : account !== null ? 'in' : refused !== null ? 'refused' : 'unknown'
  return (
    <>
      <p>
        <b>{t(`scripts.result.login.${verdict}`)}</b> {refused}
      </p>
      {account !== null && (
        <table className={styles.scriptChanges}>
          <tbody>
            {(
              [
                ['email', account.email],
                ['name', account.name],
                ['role', `${account.roleName} (${account.role_id})`],
                ['stores', account.enableWholeStore ? t('scripts.result.everyStore') : account.store.join(', ') || '–'],
              ] as const
            ).map(([field, value]) => (
              <tr key={field}>
                <th scope="row">{t(`scripts.result.account.${field}`)}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {requests.length > 0 && (
        <>
          <h3>{t('scripts.result.requests')}</h3>
          <ul className={styles.scriptErrors}>
            {requests.map(({ method, url, status, ms, problem }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same address may be asked twice
              <li key={`${place} ${url}`}>
                <span className={helpers.mono}>
                  {method} {url}
                </span>{' '}
                · {status ?? problem} · {formatNumber(ms)} ms
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
