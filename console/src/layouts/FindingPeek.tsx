/** The panel beside a check: the label of one product as the draft draws it, with the element marked. */
import type { LayoutCheckRow } from '@endcap/contract/layout-checks'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import type { TablePage } from '@endcap/contract/table'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText } from '../app/services.ts'
import { sizeWords } from '../ui/tag-cells.tsx'
import { Fact } from '../ui/Fact.tsx'
import { Peek } from '../ui/Peek.tsx'
import { nameOf } from '../ui/drawings.ts'
import { boxesOf, detailText, elementText } from './findings.ts'
import { bmpAddress, useDrawn } from '../data/layout-picture.ts'
import { buttonClass } from '../ui/button-class.ts'
import factStyles from '../ui/Fact.module.css'
import glassStyles from '../ui/glass.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layouts.module.css'
import { clsx } from 'clsx'
import noticeStyles from '../ui/notice.module.css'

interface Props {
  findingId: string
  drawing: OpenDrawing
  step: (by: 1 | -1) => void
  close: () => void
}

export function FindingPeek({ findingId, drawing, step, close }: Props) {
  const { t } = useTranslation()
  const row = useFinding(findingId)
  return (
    <Peek
      label={t('layouts.check.finding')}
      title={<b className={helpers.mono}>{row?.prCode ?? t('layouts.check.finding')}</b>}
      previous={t('layouts.check.previous')}
      next={t('layouts.check.next')}
      onStep={step}
      onClose={close}
      error={null}
    >
      {row === undefined ? <p>{t('layouts.check.gone')}</p> : <Label row={row} drawing={drawing} />}
    </Peek>
  )
}

/** Of a size that is named by its pixels: `tag-384x168`. */
function pixelsOf(panel: string): { width: number; height: number } {
  const [width = 1, height = 1] = panel.replace('tag-', '').split('x').map(Number)
  return { width, height }
}

/** The row as the list has it: there is no other place to ask for one finding. */
function useFinding(findingId: string): LayoutCheckRow | undefined {
  const pages = useQueryClient().getQueriesData<TablePage<LayoutCheckRow>>({ queryKey: ['layouts', ''] })
  for (const [, page] of pages) {
    const found = Array.isArray(page?.data) ? page.data.find((row) => row.findingId === findingId) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function Label({ row, drawing }: { row: LayoutCheckRow; drawing: OpenDrawing }) {
  const { t } = useTranslation()
  const { drawingId, rev, draft, size } = drawing
  const { storeCode, prCode, prCodes, modelClass, panel, level, kind, page, name } = row
  const { width, height } = panel === null ? drawing : pixelsOf(panel)
  const { data, error } = useDrawn([drawingId, 'draft', rev], {
    definition: draft,
    size,
    panel,
    modelClass,
    storeCode,
    prCodes: prCodes ?? [prCode],
  })
  const picture = data?.pages[data.shown.indexOf(page)] ?? data?.pages[0]
  return (
    <>
      <div className={glassStyles.glass} data-part="glass">
        {picture === undefined ? (
          <span style={{ color: 'var(--ink-3)' }}>
            {error === null ? t(data === undefined ? 'common.loading' : 'layouts.noPicture') : errorText(error, t)}
          </span>
        ) : (
          <span className={styles.layoutMarked} data-part="layout-marked">
            <img src={bmpAddress(picture)} alt={t('layouts.pictureOf', { name: `${nameOf(drawing)}, ${prCode}` })} />
            {boxesOf(row, data?.marks ?? [], draft).map(({ x, y, w, h }) => (
              <i
                key={`${x} ${y}`}
                data-level={level}
                style={{
                  left: `${(x / width) * 100}%`,
                  top: `${(y / height) * 100}%`,
                  width: `${(w / width) * 100}%`,
                  height: `${(h / height) * 100}%`,
                }}
              />
            ))}
          </span>
        )}
      </div>
      <div className={clsx(noticeStyles.notice, level === 'error' ? noticeStyles.bad : noticeStyles.alarm)}>
        <b>{t(`layouts.finding.${kind}`, { defaultValue: kind })}</b>
        {detailText(row, t)}
      </div>
      <dl className={factStyles.facts}>
        <Fact name={t('layouts.column.prCode')}>
          <span className={helpers.mono}>{prCode}</span> {name}
        </Fact>
        {prCodes !== null && (
          <Fact name={t('layouts.check.together')}>
            <span className={helpers.mono}>{prCodes.slice(1).join(', ')}</span>
          </Fact>
        )}
        <Fact name={t('layouts.store')}>{storeCode}</Fact>
        <Fact name={t('layouts.column.element')}>{elementText(row, t)}</Fact>
        <Fact name={t('layouts.column.modelClass')}>
          {t(`layouts.colours.${modelClass}`)}
          {panel !== null && ` · ${t('layouts.check.refitted', { size: sizeWords(panel) })}`}
        </Fact>
      </dl>
      <div className={styles.layoutWays}>
        <Link className={buttonClass()} to={paths.layoutDesigner(drawingId)} search={{ store: storeCode, product: prCode }}>
          {t('layouts.check.open')}
        </Link>
      </div>
    </>
  )
}
