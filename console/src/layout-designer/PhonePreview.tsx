/** A drawing on a screen too narrow to work on it: what it looks like, where it stands, and where it can be changed. */
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { IconCheck, IconCopy, IconDeviceDesktop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText } from '../app/services.ts'
import { usePicture } from '../data/layout-picture.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Button } from '../ui/Button.tsx'
import { useCopied } from '../ui/copy.ts'
import { nameOf, signOf, sizeText, stateOf } from '../ui/drawings.ts'
import { Fact } from '../ui/Fact.tsx'
import factStyles from '../ui/Fact.module.css'
import { formatTime } from '../ui/format.ts'
import { Hint } from '../ui/Hint.tsx'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import pageHeadStyles from '../ui/PageHead.module.css'
import { Glyph } from '../ui/state.tsx'
import styles from './layout-designer.module.css'

/** Below it the parts of the designer have no room beside each other. */
export const tooNarrow = '(max-width: 640px)'

export function PhonePreview({ drawing }: { drawing: OpenDrawing }) {
  const { t } = useTranslation()
  const picture = usePicture(drawing)
  const [copied, copy] = useCopied(location.href)
  const { drawingId, layoutId, modelClass, storeCode, version, updatedAt, updatedBy } = drawing
  const state = stateOf(drawing)
  const none = picture.isError ? errorText(picture.error, t) : t(picture.isPending ? 'common.loading' : 'layouts.noPicture')
  return (
    <div className={styles.phonePreview} data-part="phone-preview">
      <PageHead>
        <h1>{layoutId}</h1>
        <span className={pageHeadStyles.sub}>
          {[sizeText(drawing), t(`layouts.colours.${modelClass}`), ...(storeCode === null ? [] : [storeCode])].join(' · ')}
        </span>
      </PageHead>
      <div className={styles.phoneBody}>
        <LabelViewer
          id={drawingId}
          images={picture.data?.pages ?? []}
          alt={t('layouts.pictureOf', { name: nameOf(drawing) })}
          none={none}
          standing={null}
        />
        <Hint>{t('layouts.sampleHint')}</Hint>
        <p className={styles.phoneNote}>
          <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
          <span>{t('layoutDesigner.narrow.text')}</span>
        </p>
        <Button onClick={copy}>
          {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
          {t(copied ? 'layoutDesigner.narrow.copied' : 'layoutDesigner.narrow.copy')}
        </Button>
        <dl className={factStyles.facts}>
          <Fact name={t('layouts.column.version')}>
            <Glyph kind={signOf[state]} /> {t(`layoutDesigner.state.${state}`, { version })}
          </Fact>
          <Fact name={t('layouts.column.updatedAt')}>{[formatTime(updatedAt), updatedBy].filter(Boolean).join(' · ')}</Fact>
        </dl>
        <nav className={styles.phoneWays}>
          <Link className={buttonClass()} to={paths.layoutCheck(drawingId)} search={{}}>
            {t('layoutDesigner.check')}
          </Link>
          <Link className={buttonClass()} to={paths.layoutVersions(drawingId)} search={{}}>
            {t('layoutDesigner.versions')}
          </Link>
          <Link className={buttonClass()} to={paths.layouts} search={{}}>
            {t('layoutDesigner.toLayouts')}
          </Link>
        </nav>
      </div>
    </div>
  )
}
