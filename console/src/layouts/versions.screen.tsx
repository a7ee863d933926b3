/** /layouts/{drawingId}/versions: what was published when and by whom, what changed with it, where it was followed, and the way back. */
import type { DrawingVersion, OpenDrawing } from '@endcap/contract/layout-drawings'
import { IconArrowBackUp, IconUpload, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useRouteSearch } from '../app/route.ts'
import { useCan } from '../app/services.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { Glyph, type StateKind, stateClass } from '../ui/state.tsx'
import { VersionState, waitText } from './cells.tsx'
import { Diff, sideOf } from './Diff.tsx'
import { DrawingTabs } from './DrawingTabs.tsx'
import { minuteText, nameOf } from '../ui/drawings.ts'
import { PublishModal } from './publish.modal.tsx'
import { SampleProduct, useSample } from './SampleProduct.tsx'
import { useDrawing } from './use-drawing.ts'
import { useVersion, useVersions } from './use-versions.ts'
import { CancelVersion, RollBack } from './version.modals.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import sideListStyles from '../ui/side-list.module.css'
import styles from './layouts.module.css'
import tableStyles from '../table/table.module.css'

const signs: Record<DrawingVersion['state'], StateKind> = { LIVE: 'ok', WAITING: 'info', PAST: 'idle', CANCELLED: 'idle' }

export function LayoutVersionsScreen() {
  const { t } = useTranslation()
  const { drawing, drawingId, query } = useDrawing()
  const versions = useVersions(drawingId)
  const { version: asked } = useRouteSearch()
  const mayChange = useCan()('ld.write') && drawing?.mayChange === true
  const [publishing, setPublishing] = useState(false)
  if (drawing === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  const list = versions.data
  const chosen = list?.find(({ version }) => version === Number(asked)) ?? list?.[0]
  return (
    <div className={styles.layoutPage}>
      <PageHead>
        <h1>{t('layouts.version.of', { name: nameOf(drawing) })}</h1>
        <span className={pageHeadStyles.sub}>
          <VersionState drawing={drawing} />
          {drawing.waiting !== null && ` · ${waitText(drawing.waiting, t)}`}
        </span>
        <span className={helpers.grow} />
        {mayChange && drawing.changed && !drawing.archived && (
          <Button look="primary" onClick={() => setPublishing(true)}>
            <IconUpload size={15} stroke={1.7} />
            {t('layouts.publish.button')}
          </Button>
        )}
      </PageHead>
      <DrawingTabs drawingId={drawingId} current="versions" />
      <Problem query={versions} />
      {list?.length === 0 && (
        <div className={tableStyles.empty}>
          <b>{t('layouts.version.none')}</b>
          <p>{t('layouts.version.noneHint')}</p>
        </div>
      )}
      {list === undefined && !versions.isError && <Skeleton style={{ margin: 16, height: 120 }} aria-busy="true" />}
      {list !== undefined && chosen !== undefined && (
        <div className={styles.layoutVersions}>
          <nav className={sideListStyles.sideList} aria-label={t('layouts.tab.versions')}>
            {list.map((one) => (
              <VersionLine key={one.version} version={one} drawingId={drawingId} current={one === chosen} />
            ))}
          </nav>
          <Version
            key={chosen.version}
            drawing={drawing}
            version={chosen}
            before={list.find((one) => one.version < chosen.version && one.state !== 'CANCELLED')?.version}
            mayChange={mayChange}
          />
        </div>
      )}
      {publishing && <PublishModal drawing={drawing} close={() => setPublishing(false)} />}
    </div>
  )
}

function VersionLine({
  version: { version, state, author, publishedAt, note },
  drawingId,
  current,
}: {
  version: DrawingVersion
  drawingId: string
  current: boolean
}) {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.layoutVersions(drawingId)}
      search={{ version }}
      replace
      activeOptions={{ exact: true }}
      aria-current={current ? 'true' : undefined}
    >
      <b className={stateClass(signs[state])} data-part="state">
        <Glyph kind={signs[state]} />
        {t('layouts.versionShort', { version })} · {t(`layouts.version.state.${state}`)}
      </b>
      <small>{formatTime(publishedAt)}</small>
      <small>{[author || t('layouts.version.starter'), note].filter(Boolean).join(' · ')}</small>
    </Link>
  )
}

interface Props {
  drawing: OpenDrawing
  version: DrawingVersion
  /** The one that held before it. */
  before: number | undefined
  mayChange: boolean
}
function Version({ drawing, version: shown, before, mayChange }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'back' | 'cancel'>()
  const { drawingId, storeCode, size, modelClass, archived } = drawing
  const { version, state, author, note, reason, errors, restores, publishedAt, from } = shown
  const read = useVersion(drawingId, version)
  const older = useVersion(drawingId, before)
  const sample = useSample(storeCode)
  const close = () => setOpen(undefined)
  return (
    <section className={styles.layoutVersion} aria-label={t('layouts.versionShort', { version })}>
      <header>
        <h2>{t('layouts.version.title', { version })}</h2>
        <span className={stateClass(signs[state])} data-part="state">
          <Glyph kind={signs[state]} />
          {t(`layouts.version.state.${state}`)}
        </span>
        <span className={helpers.grow} />
        {mayChange && state === 'PAST' && !archived && (
          <Button onClick={() => setOpen('back')}>
            <IconArrowBackUp size={15} stroke={1.7} />
            {t('layouts.back.button')}
          </Button>
        )}
        {mayChange && state === 'WAITING' && (
          <Button onClick={() => setOpen('cancel')}>
            <IconX size={15} stroke={1.7} />
            {t('layouts.cancelVersion.button')}
          </Button>
        )}
      </header>
      <dl className={factStyles.facts}>
        <Fact name={t('layouts.version.published')}>{formatTime(publishedAt)}</Fact>
        <Fact name={t('layouts.version.author')}>{author || t('layouts.version.starter')}</Fact>
        {from !== null && <Fact name={t('layouts.version.from')}>{t('layouts.version.fromTime', { time: minuteText(from) })}</Fact>}
        {restores !== null && <Fact name={t('layouts.version.restores')}>{t('layouts.versionShort', { version: restores })}</Fact>}
        {note !== '' && <Fact name={t('layouts.publish.note')}>{note}</Fact>}
        {reason !== null && (
          <Fact name={t('layouts.publish.reason')}>
            {reason} · {t('layouts.version.errors', { count: errors ?? 0 })}
          </Fact>
        )}
      </dl>
      <h3>{t(before === undefined ? 'layouts.version.look' : 'layouts.diff.with', { version: before })}</h3>
      <SampleProduct sample={sample} />
      <Problem query={read} />
      <Problem query={older} />
      {read.data !== undefined && (before === undefined || older.data !== undefined) && (
        <Diff
          size={size}
          modelClass={modelClass}
          storeCode={sample.chosen.storeCode}
          prCodes={sample.prCodes}
          before={older.data && sideOf(drawingId, older.data, t('layouts.versionShort', { version: older.data.version }))}
          after={sideOf(drawingId, read.data, t('layouts.versionShort', { version }))}
        />
      )}
      <h3>{t('layouts.version.tasks')}</h3>
      <Tasks drawingId={drawingId} version={version} />
      {open === 'back' && <RollBack drawing={drawing} version={version} close={close} />}
      {open === 'cancel' && <CancelVersion drawing={drawing} version={shown} close={close} />}
    </section>
  )
}

/** Stores that have followed, each with the task in which its labels did. */
function Tasks({ drawingId, version }: { drawingId: string; version: number }) {
  const { t } = useTranslation()
  const { data } = useVersion(drawingId, version)
  if (data === undefined) return <Skeleton aria-busy="true" />
  if (data.taskList.length === 0) return <Hint>{t('layouts.version.noTasks')}</Hint>
  return (
    <table className={styles.layoutTasks}>
      <thead>
        <tr>
          <th scope="col">{t('layouts.store')}</th>
          <th scope="col">{t('layouts.column.tags')}</th>
          <th scope="col">{t('layouts.version.at')}</th>
          <th scope="col">{t('layouts.version.task')}</th>
        </tr>
      </thead>
      <tbody>
        {data.taskList.map(({ storeCode, storeName, taskId, tags, at }) => (
          <tr key={storeCode}>
            <td>
              {storeName} <span className={helpers.mono}>{storeCode}</span>
            </td>
            <td>{formatNumber(tags)}</td>
            <td>{formatTime(at)}</td>
            <td>
              {taskId === null ? (
                t('layouts.version.noLabels')
              ) : (
                <Link
                  className={helpers.mono}
                  to={paths.task(storeCode, taskId, 'LAYOUT')}
                  search={{}}
                  aria-label={t('layouts.version.taskOf', { id: taskId })}
                >
                  {taskId}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
