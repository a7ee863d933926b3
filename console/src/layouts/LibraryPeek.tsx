/** The panel beside the library: what a draft looks like, and where it stands. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { Colours, VersionState, waitText } from './cells.tsx'
import { nameOf, sizeText } from '../ui/drawings.ts'
import { usePicture } from '../data/layout-picture.ts'
import type { Drawing } from '@endcap/contract/layout-drawings'
import { Hint } from '../ui/Hint.tsx'
import { buttonClass } from '../ui/button-class.ts'
import factStyles from '../ui/Fact.module.css'
import styles from './layouts.module.css'

interface Props {
  drawingId: string
  step: (by: 1 | -1) => void
  close: () => void
}

export function LibraryPeek({ drawingId, step, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['layouts', '', 'drawing', drawingId],
    queryFn: ({ signal }) => api.layouts.read({ params: { drawingId } }, { signal }),
  })
  return (
    <Peek
      label={t('layouts.peek')}
      title={<b>{data === undefined ? t('layouts.peek') : nameOf(data)}</b>}
      previous={t('layouts.previous')}
      next={t('layouts.next')}
      onStep={step}
      onClose={close}
      error={error}
    >
      {data !== undefined && <Facts drawing={data} />}
    </Peek>
  )
}

function Facts({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const picture = usePicture(drawing)
  const { drawingId, waiting, countedAt, updatedBy, updatedAt } = drawing
  const none = picture.isError ? errorText(picture.error, t) : t(picture.isPending ? 'common.loading' : 'layouts.noPicture')
  return (
    <>
      <LabelViewer id={drawingId} images={picture.data?.pages ?? []} alt={t('layouts.pictureOf', { name: nameOf(drawing) })} none={none} />
      <Hint>{t('layouts.sampleHint')}</Hint>
      <dl className={factStyles.facts}>
        <Fact name={t('layouts.column.version')}>
          <VersionState drawing={drawing} />
        </Fact>
        {waiting !== null && <Fact name={t('layouts.column.waiting')}>{waitText(waiting, t)}</Fact>}
        <Fact name={t('layouts.column.size')}>{sizeText(drawing)}</Fact>
        <Fact name={t('layouts.column.modelClass')}>
          <Colours modelClass={drawing.modelClass} />
        </Fact>
        <Fact name={t('layouts.column.storeCode')}>{drawing.storeCode ?? t('common.allStores')}</Fact>
        <Fact name={t('layouts.use')}>
          {countedAt === null
            ? t('layouts.notCounted')
            : t('layouts.used', {
                products: formatNumber(drawing.products),
                labels: formatNumber(drawing.tags),
                time: formatTime(countedAt),
              })}
        </Fact>
        <Fact name={t('layouts.column.updatedAt')}>{[formatTime(updatedAt), updatedBy].filter(Boolean).join(' · ')}</Fact>
      </dl>
      <div className={styles.layoutWays}>
        <Link className={buttonClass()} to={paths.layoutDesigner(drawingId)} search={{}}>
          {t('layouts.tab.designer')}
        </Link>
        <Link className={buttonClass()} to={paths.layoutCheck(drawingId)} search={{}}>
          {t('layouts.tab.check')}
        </Link>
        <Link className={buttonClass()} to={paths.layoutVersions(drawingId)} search={{}}>
          {t('layouts.tab.versions')}
        </Link>
      </div>
    </>
  )
}
