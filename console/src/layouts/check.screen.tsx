/** /layouts/{drawingId}/check: a draft drawn for every product that has its layout, and what is wrong with which label. */
import type { LayoutCheckRow } from '@endcap/contract/layout-checks'
import { layouts } from '@endcap/contract/layouts'
import { IconEye, IconPlayerPlay, IconPlayerStop, IconUpload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { RowButton } from '../table/RowButton.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Glyph, stateClass } from '../ui/state.tsx'
import { CheckState } from './CheckState.tsx'
import { DrawingTabs } from './DrawingTabs.tsx'
import { nameOf } from '../ui/drawings.ts'
import { FindingPeek } from './FindingPeek.tsx'
import { detailText, elementText, findingKinds } from './findings.ts'
import { PublishModal } from './publish.modal.tsx'
import { useCheck } from './use-check.ts'
import { useDrawing } from './use-drawing.ts'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { OpenLink } from '../table/OpenLink.tsx'
import { codeColumn } from '../table/columns.tsx'
import styles from './layouts.module.css'

export function LayoutCheckScreen() {
  const { drawing, query } = useDrawing()
  if (drawing === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  return <Check key={drawing.drawingId} drawing={drawing} />
}

function Check({ drawing }: { drawing: OpenDrawing }) {
  const { t } = useTranslation()
  const api = useApi()
  const mayChange = useCan()('ld.write') && drawing.mayChange
  const state = useCheck(drawing, { newest: true })
  const [publishing, setPublishing] = useState(false)
  const { drawingId, rev, archived } = drawing
  const { check, busy, holds } = state
  const running = check?.state === 'RUNNING'
  const spec = useFindingTable(drawingId)
  return (
    <>
      <TableScreen
        spec={spec}
        refreshKey={[drawingId]}
        load={(body, signal) => api.layouts.searchCheck({ params: { drawingId }, body }, { signal })}
        title={t('layouts.check.of', { name: nameOf(drawing) })}
        subtitle=""
        empty={t(check === null ? 'layouts.check.never' : check?.state === 'DONE' ? 'layouts.check.nothing' : 'layouts.check.none')}
        head={
          mayChange && (
            <>
              {running ? (
                <Button disabled={busy} onClick={() => void state.cancel()}>
                  <IconPlayerStop size={15} stroke={1.7} />
                  {t('layouts.check.cancel')}
                </Button>
              ) : (
                <Button look={holds ? 'plain' : 'primary'} disabled={busy} onClick={() => void state.start()}>
                  <IconPlayerPlay size={15} stroke={1.7} />
                  {t(check == null ? 'layouts.check.start' : 'layouts.check.again')}
                </Button>
              )}
              {holds && drawing.changed && !archived && (
                <Button look="primary" onClick={() => setPublishing(true)}>
                  <IconUpload size={15} stroke={1.7} />
                  {t('layouts.publish.button')}
                </Button>
              )}
            </>
          )
        }
        tabs={() => (
          <>
            <DrawingTabs drawingId={drawingId} current="check" />
            <Problem query={state.query} />
            {state.problem !== undefined && <Message role="alert">{errorText(state.problem, t)}</Message>}
            <div className={styles.layoutCheckHead}>
              {check === null && <p>{t('layouts.check.about')}</p>}
              {check != null && <CheckState check={check} at={state.query.dataUpdatedAt} />}
              {check != null && check.rev !== rev && <p className={styles.layoutStale}>{t('layouts.check.stale')}</p>}
            </div>
          </>
        )}
        peek={(findingId, step, close) => <FindingPeek findingId={findingId} drawing={drawing} step={step} close={close} />}
        rowButtons={1}
        rowActions={(row, open) => (
          <RowButton label={t('layouts.check.look', { product: row.prCode })} icon={IconEye} onClick={() => open(row)} />
        )}
      />
      {publishing && <PublishModal drawing={drawing} close={() => setPublishing(false)} />}
    </>
  )
}

/** The findings of a check, declared. */
function useFindingTable(drawingId: OpenDrawing['drawingId']) {
  const { t } = useTranslation()
  return useMemo(
    () =>
      tableSpec(layouts.searchCheck, {
        name: 'layouts',
        live: 'layouts',
        rowId: ({ findingId }) => findingId,
        pageLength: 25,
        columns: [
          {
            field: 'prCode',
            width: 170,
            cell: ({ storeCode, prCode }) => (
              <OpenLink mono to={paths.layoutDesigner(drawingId)} search={{ store: storeCode, product: prCode }}>
                {prCode}
              </OpenLink>
            ),
          },
          {
            field: 'level',
            width: 100,
            cell: ({ level }) => <Level level={level} />,
            text: ({ level }) => t(`layouts.level.${level}`),
          },
          { field: 'kind', width: 180, cell: ({ kind }) => t(`layouts.finding.${kind}`, { defaultValue: kind }) },
          { field: 'name', width: 170, sort: false },
          { ...codeColumn('storeCode', 110), heading: t('layouts.store') },
          { field: 'element', width: 124, cell: (row) => elementText(row, t) },
          { field: 'detail', width: 380, cell: (row) => <span title={detailText(row, t)}>{detailText(row, t)}</span> },
        ],
        filters: {
          prCode: 'text',
          level: { options: ['error', 'warning'], label: (option) => t(`layouts.level.${option}`) },
          kind: { options: findingKinds, label: (option) => t(`layouts.finding.${option}`) },
          storeCode: 'text',
          element: 'text',
          detail: 'text',
        },
      }),
    [t, drawingId],
  )
}

function Level({ level }: { level: LayoutCheckRow['level'] }) {
  const { t } = useTranslation()
  const kind = level === 'error' ? 'bad' : 'alarm'
  return (
    <span className={stateClass(kind)} data-part="state">
      <Glyph kind={kind} />
      {t(`layouts.level.${level}`)}
    </span>
  )
}
