/** The pages of a label as pictures: turned, and one after the other (specification 1 §2, 2 §2). */
import { IconChevronLeft, IconChevronRight, IconRotateClockwise } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import glassStyles from './glass.module.css'
import labelViewerStyles from './LabelViewer.module.css'

interface Props {
  /** What it is a picture of: another one begins with its first page. */
  id: string
  /** PNGs or BMPs in base64: the main page, then the sub pages. */
  images: readonly string[]
  alt: string
  /** Said when there is no picture. */
  none: string
  /** The page that the glass shows at the moment; it is shown first. Null: it stands on no glass. */
  standing?: number | null | undefined
}
const icon = { size: 15, stroke: 1.7 }
/** What the letters BM, with which a BMP begins, become in base64. */
const bmp = 'Qk'

export function LabelViewer({ id, images, alt, none, standing = 0 }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(standing ?? 0)
  const [turn, setTurn] = useState(0)
  const [shown, setShown] = useState({ id, standing })
  if (shown.id !== id || shown.standing !== standing) {
    setShown({ id, standing })
    setPage(standing ?? 0)
    if (shown.id !== id) setTurn(0)
  }
  const count = images.length
  const at = Math.min(page, count - 1)
  const image = images[at]
  return (
    <>
      <div className={glassStyles.glass} data-part="glass">
        {image === undefined ? (
          <span style={{ color: 'var(--ink-3)' }}>{none}</span>
        ) : (
          <img src={`data:image/${image.startsWith(bmp) ? 'bmp' : 'png'};base64,${image}`} alt={alt} style={{ rotate: `${turn}deg` }} />
        )}
      </div>
      {image !== undefined && (
        <div className={labelViewerStyles.viewer}>
          {count > 1 && (
            <>
              <Tool label={t('tags.previousPage')} onClick={() => setPage((at + count - 1) % count)}>
                <IconChevronLeft {...icon} />
              </Tool>
              <span>
                {t('tags.pageOf', { page: at + 1, pages: count })}
                {at === standing && ` · ${t('tags.standing')}`}
              </span>
              <Tool label={t('tags.nextPage')} onClick={() => setPage((at + 1) % count)}>
                <IconChevronRight {...icon} />
              </Tool>
            </>
          )}
          <Tool label={t('tags.rotate')} onClick={() => setTurn(turn + 90)}>
            <IconRotateClockwise {...icon} />
          </Tool>
        </div>
      )}
    </>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Button look="ghost" icon aria-label={label} title={label} onClick={onClick}>
      {children}
    </Button>
  )
}
