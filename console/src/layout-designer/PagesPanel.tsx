/** The pages of a label: the main one first, then those that its button leads to. */
import { IconCopyPlus, IconFilter, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Sortable } from '../ui/Sortable.tsx'
import { copyOfPage, maxPages, movePage, newPage, withoutPage, withPage, type EditorPage } from './model.ts'
import type { Designer } from './use-designer.ts'
import type { DesignFinding } from './use-drawn.ts'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  designer: Designer
  findings: readonly DesignFinding[]
  readOnly: boolean
}
const icon = { size: 15, stroke: 1.7 }

export function PagesPanel({ designer, findings, readOnly }: Props) {
  const { t } = useTranslation()
  const { layout, page, set, selectPage } = designer
  const { pages } = layout
  const titleOf = (place: number) => (place === 0 ? t('layoutDesigner.mainPage') : t('layoutDesigner.subPage', { number: place }))
  const isFull = pages.length >= maxPages
  const put = (made: EditorPage) => {
    set((now) => withPage(now, made, page.key))
    // It is behind the one that is open.
    designer.openPage(pages.indexOf(page) + 1)
  }
  const button = (name: string, Icon: typeof IconPlus, onClick: () => void, disabled: boolean) => (
    <Button
      look="ghost"
      icon
      aria-label={t(`layoutDesigner.${name}`)}
      title={t(`layoutDesigner.${name}`)}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon {...icon} />
    </Button>
  )
  return (
    <section className={editorStyles.panelPart} aria-label={t('layoutDesigner.pages')}>
      <h2>
        <span>{t('layoutDesigner.pages')}</span>
        <span className={helpers.grow} />
        {!readOnly && (
          <span className={styles.partButtons}>
            {button('addPage', IconPlus, () => put(newPage()), isFull)}
            {button('copyPage', IconCopyPlus, () => put(copyOfPage(page)), isFull)}
            {button('removePage', IconTrash, () => set((now) => withoutPage(now, page.key)), pages.length === 1)}
          </span>
        )}
      </h2>
      <Sortable
        label={t('layoutDesigner.pages')}
        entries={pages}
        keyOf={({ key }) => key}
        handleLabel={(_, place) => t('layoutDesigner.movePage', { page: titleOf(place - 1), place })}
        onMove={(from, to) => {
          set((now) => movePage(now, from, to))
          const open = pages.indexOf(page)
          designer.openPage(open === from ? to : open > from && open <= to ? open - 1 : open < from && open >= to ? open + 1 : open)
        }}
        readOnly={readOnly || pages.length === 1}
      >
        {(one, place) => (
          <button
            type="button"
            className={styles.rowButton}
            aria-current={one.key === page.key ? 'page' : undefined}
            onClick={() => selectPage(one.key)}
          >
            <i className={styles.inkDot} data-ink={one.background} aria-hidden />
            <span>{titleOf(place)}</span>
            {place > 0 && (one.when?.length ?? 0) > 0 && <IconFilter size={13} stroke={1.7} aria-label={t('layoutDesigner.conditional')} />}
            <FindingSign findings={findings.filter((finding) => finding.page === place)} />
          </button>
        )}
      </Sortable>
    </section>
  )
}

/** How many things are wrong; nothing while all is well. */
export function FindingSign({ findings }: { findings: readonly DesignFinding[] }) {
  const { t } = useTranslation()
  if (findings.length === 0) return null
  const errors = findings.filter(({ level }) => level === 'error').length
  const level = errors > 0 ? 'error' : 'warning'
  return (
    <span className={styles.findingSign} data-level={level}>
      <span aria-hidden>{findings.length}</span>
      <span className={helpers.screenReader}>{t('layoutDesigner.findingCount', { count: findings.length })}</span>
    </span>
  )
}
