/** /print/edit/{storeCode}: a print list is put together, looked at and printed (specification 3 §2, §5). */
import { maxPrintLabels } from '@endcap/contract/printing'
import { IconAdjustments, IconDeviceFloppy, IconFileImport, IconPrinter, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoreCode } from '../app/route.ts'
import { useCan } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import { hideUndo } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { AddProduct } from './AddProduct.tsx'
import { AllRowsModal, ClearModal } from './all-rows.modal.tsx'
import { ImportModal } from './import.modal.tsx'
import { itemsOf, labelsOf, withoutRow, withRow, type ListRow } from './list.ts'
import { usePaperLayouts } from '../app/lists.ts'
import { pagesOf } from './pages.ts'
import { PreviewModal } from './preview.modal.tsx'
import { PrintRows } from './PrintRows.tsx'
import { RowModal } from './row.modal.tsx'
import { LoadModal, SaveModal } from './template.modals.tsx'
import { TemplateFromAddress } from './TemplateFromAddress.tsx'
import { listNotice } from './undo.ts'
import { usePrintList, useProducts } from './use-print-list.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Select } from '../form/Select.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import styles from './printing.module.css'

const icon = { size: 15, stroke: 1.7 }
type Open = 'import' | 'all' | 'clear' | 'save' | 'load' | 'preview' | { row: string }

export function PrintEditScreen() {
  const storeCode = useStoreCode()
  return <PrintEdit key={storeCode} storeCode={storeCode} />
}

function PrintEdit({ storeCode }: { storeCode: string }) {
  const { t } = useTranslation()
  const { list, change, changeUndoably, replace } = usePrintList(storeCode)
  const known = useProducts(storeCode, list)
  const aliases = useAliases()
  const layouts = usePaperLayouts()
  const [open, setOpenNow] = useState<Open>()
  const setOpen = (what: Open | undefined) => {
    // Who goes on has no use for it, and it would lie over the dialog.
    if (what !== undefined) hideUndo(listNotice)
    setOpenNow(what)
  }
  const [said, setSaid] = useState<string>()
  const { rows } = list
  const labels = labelsOf(rows)
  const close = () => setOpen(undefined)
  const items = itemsOf(list)
  const row = typeof open === 'object' ? rows.find((one) => one.id === open.row) : undefined
  const remove = ({ id, prCode }: ListRow) =>
    changeUndoably((now) => withoutRow(now, id), t('printing.undo.removed', { id: prCode }), t('printing.undo.remove', { id: prCode }))
  /** Specification 3 §5, word for word. */
  const wrongOf = (): string | undefined => {
    if (rows.length === 0) return t('printing.noProducts')
    if (items.some((item) => item.layoutId === '')) return t('printing.selectTemplate')
    const gone = rows.find((one) => known.products(one.prCode) === null)
    if (gone !== undefined) return t('printing.unknownProduct', { code: gone.prCode })
    if (labels > maxPrintLabels) return t('printing.tooManyLabels', { max: formatNumber(maxPrintLabels) })
    return undefined
  }
  // It stands there for as long as it is so.
  const problem = said !== undefined && said === wrongOf() ? said : undefined
  const preview = () => {
    const wrong = wrongOf()
    setSaid(wrong)
    if (wrong === undefined) setOpen('preview')
    else if (wrong === t('printing.selectTemplate')) document.getElementById('print-layout')?.focus()
  }
  const openUnlessEmpty = (what: Open) => {
    setSaid(rows.length === 0 ? t('printing.noProducts') : undefined)
    if (rows.length > 0) setOpen(what)
  }
  return (
    <div className={styles.printPage}>
      <PageHead>
        <h1>{t('printing.edit')}</h1>
        <span className={pageHeadStyles.sub}>
          {storeCode}
          {list.template !== '' && ` · ${list.template}`}
        </span>
        <span className={helpers.grow} />
        <Button look="primary" onClick={preview} aria-keyshortcuts="Control+Enter">
          <IconPrinter {...icon} />
          {t('printing.preview.open')}
        </Button>
      </PageHead>
      <TemplateFromAddress storeCode={storeCode} list={list} replace={replace} />
      <div className={styles.printBar}>
        <AddProduct storeCode={storeCode} change={change} learn={known.learn} onDone={preview} />
        <ChooseLayout
          layouts={layouts}
          layoutId={list.layoutId}
          isMissing={problem === t('printing.selectTemplate')}
          onChoose={(layoutId) => change((now) => ({ ...now, layoutId }))}
        />
      </div>
      <PrintTools rows={rows.length} labels={labels} pages={pagesOf(items, layouts)} onOpen={setOpen} onOpenUnlessEmpty={openUnlessEmpty} />
      {problem !== undefined && <Message role="alert">{problem}</Message>}
      <Problem query={{ error: known.error, refetch: known.refetch }} />
      <PrintRows
        list={list}
        change={change}
        products={known.products}
        aliases={aliases}
        layouts={layouts}
        onEdit={(id) => setOpen({ row: id })}
        onRemove={remove}
      />
      {row !== undefined && (
        <RowModal
          storeCode={storeCode}
          list={list}
          row={row}
          layouts={layouts}
          close={close}
          product={known.products(row.prCode)}
          onSave={(changed) => change((now) => withRow(now, changed))}
          onRemove={() => remove(row)}
        />
      )}
      {open === 'import' && <ImportModal storeCode={storeCode} list={list} change={change} close={close} />}
      {open === 'all' && <AllRowsModal list={list} change={changeUndoably} layouts={layouts} close={close} />}
      {open === 'clear' && <ClearModal list={list} change={changeUndoably} close={close} />}
      {open === 'save' && <SaveModal storeCode={storeCode} list={list} change={change} close={close} />}
      {open === 'load' && <LoadModal storeCode={storeCode} list={list} replace={replace} close={close} />}
      {open === 'preview' && <PreviewModal storeCode={storeCode} prList={items} close={close} />}
    </div>
  )
}

interface LayoutProps {
  layouts: ReturnType<typeof usePaperLayouts>
  layoutId: string | null
  /** None was chosen, and one is needed. */
  isMissing: boolean
  onChoose: (layoutId: string | null) => void
}
/** The layout of the paper that labels are printed on, when nothing else is said of a row. */
function ChooseLayout({ layouts, layoutId, isMissing, onChoose }: LayoutProps) {
  const { t } = useTranslation()
  return layouts.length === 0 ? (
    <Skeleton className={styles.printLayout} style={{ height: 36 }} aria-busy="true" />
  ) : (
    <Select
      id="print-layout"
      className={styles.printLayout}
      aria-label={t('printing.sheet')}
      placeholder={t('printing.chooseSheet')}
      leftSection={<span aria-hidden>{t('printing.sheet')}:</span>}
      leftSectionWidth={58}
      leftSectionPointerEvents="none"
      data={layouts.map(({ name, perPage, width, height }) => ({
        value: name,
        label: t('printing.sheetIs', { name, width, height, perPage }),
      }))}
      value={layoutId}
      onChange={onChoose}
      allowDeselect={false}
      error={isMissing}
    />
  )
}

interface ToolsProps {
  /** Of the list: its rows, and the labels and pages that come of them. */
  rows: number
  labels: number
  pages: number
  onOpen: (what: Open) => void
  /** Says that the list is empty, where it is. */
  onOpenUnlessEmpty: (what: Open) => void
}
/** What can be done with the list as a whole, and how large it is. */
function PrintTools({ rows, labels, pages, onOpen, onOpenUnlessEmpty }: ToolsProps) {
  const { t } = useTranslation()
  const write = useCan()('ip.write')
  return (
    <div className={styles.printTools} role="toolbar" aria-label={t('printing.tools')}>
      <Button onClick={() => onOpen('import')}>
        <IconFileImport {...icon} />
        {t('printing.import.open')}
      </Button>
      <Button onClick={() => onOpen('load')}>
        <IconTemplate {...icon} />
        {t('printing.load.open')}
      </Button>
      {write && (
        <Button onClick={() => onOpenUnlessEmpty('save')}>
          <IconDeviceFloppy {...icon} />
          {t('printing.save.open')}
        </Button>
      )}
      <Button onClick={() => onOpenUnlessEmpty('all')}>
        <IconAdjustments {...icon} />
        {t('printing.all.open')}
      </Button>
      <Button onClick={() => onOpenUnlessEmpty('clear')}>
        <IconTrash {...icon} />
        {t('printing.clear.open')}
      </Button>
      <span className={styles.printCount} role="status">
        {t('printing.rows', { count: rows })} · {t('printing.labels', { count: labels })} · {t('printing.pages', { count: pages })}
      </span>
    </div>
  )
}
