/**
 * Pages as the server prints them, then the document: it opens after the answer, and no earlier than two seconds after the button was
 * pressed. A browser that keeps it from opening, or that is closed meanwhile, costs nothing: the document can be opened by its link.
 */
import type { NotDrawn, PrintItem } from '@endcap/contract/printing'
import { CallError } from '@endcap/contract/client'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { addressOf, makePdf, openPdf, untilItMayOpen } from './make-pdf.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import { buttonClass } from '../ui/button-class.ts'
import helpers from '../ui/helpers.module.css'
import styles from './printing.module.css'

interface Props {
  storeCode: string
  prList: PrintItem[]
  close: () => void
}
/** In this browser: who cuts sheets cuts the next ones, too. */
const cutMarksKey = 'endcap.printing.cutMarks'
const hasCutMarks = () => localStorage.getItem(cutMarksKey) === 'yes'
const rememberCutMarks = (on: boolean) => localStorage.setItem(cutMarksKey, on ? 'yes' : 'no')

interface Done {
  address: string
  problems: readonly NotDrawn[]
  opened: boolean
}

export function PreviewModal({ storeCode, prList, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [number, setNumber] = useState(1)
  const [cutMarks, setCutMarks] = useState(hasCutMarks)
  const page = usePage({ storeCode, prList, cutMarks, page: number })
  const [pages, setPages] = useState<number>()
  const [done, setDone] = useState<Done>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])
  const submit = async () => {
    const pressedAt = performance.now()
    const { signal } = (work.current = new AbortController())
    setDone(undefined)
    setPages(0)
    try {
      const { blob, problems } = await makePdf({ api, storeCode, prList, cutMarks, onPages: setPages, signal })
      await untilItMayOpen(pressedAt)
      if (signal.aborted) return
      const address = addressOf(blob)
      setDone({ address, problems, opened: openPdf(address) })
    } catch (error) {
      if (signal.aborted) return
      throw error instanceof CallError ? error : new Error(t('printing.preview.broken'), { cause: error })
    } finally {
      setPages(undefined)
    }
  }
  const { data } = page
  const faults = (list: readonly NotDrawn[]) =>
    list.map(({ line, prCode, detail }) => t('printing.preview.fault', { line, code: prCode, detail }))
  return (
    <FormModal
      title={t('printing.preview.title')}
      submit={t('printing.preview.make')}
      onSubmit={submit}
      onClose={close}
      size="760px"
      disabled={data === undefined}
    >
      {page.isError && (
        <Message role="alert" style={{ margin: 0 }}>
          <span className={helpers.grow}>{errorText(page.error, t)}</span>
          <Button onClick={() => void page.refetch()}>{t('common.retry')}</Button>
        </Message>
      )}
      <WrongLines label={t('printing.import.errors')} lines={(page.error instanceof CallError && page.error.answer.error) || []} />
      <div className={styles.printPreview}>
        <div className={styles.printSheet}>
          {data === undefined ? (
            !page.isError && <Skeleton aria-busy="true" />
          ) : (
            <Sheet data={data} number={number} isOld={page.isPlaceholderData} />
          )}
          {data !== undefined && data.pages > 1 && <Leaf number={number} count={data.pages} onChange={setNumber} />}
        </div>
        <div className={styles.printFacts}>
          {data !== undefined && (
            <p>
              {t('printing.labels', { count: data.labels })}
              <br />
              {t('printing.pages', { count: data.pages })}
            </p>
          )}
          <Hint>{t('printing.preview.scale')}</Hint>
          <Tick
            label={t('printing.preview.cutMarks')}
            checked={cutMarks}
            onChange={({ currentTarget: { checked } }) => {
              rememberCutMarks(checked)
              setCutMarks(checked)
            }}
          />
          {data !== undefined && done === undefined && data.problems.length > 0 && (
            <>
              <p>{t('printing.preview.faults')}</p>
              <WrongLines label={t('printing.preview.faults')} lines={faults(data.problems)} />
            </>
          )}
          {pages !== undefined && data !== undefined && (
            <div role="status">
              <progress max={data.pages} value={pages} aria-label={t('printing.preview.making')} />
              <p>{t('printing.preview.progress', { done: pages, count: data.pages })}</p>
            </div>
          )}
          {done !== undefined && <Outcome done={done} storeCode={storeCode} faults={faults(done.problems)} />}
        </div>
      </div>
    </FormModal>
  )
}

/** A page as it is printed; while another one is drawn, the one before stays. */
function usePage({ storeCode, ...asked }: { storeCode: string; prList: PrintItem[]; cutMarks: boolean; page: number }) {
  const api = useApi()
  return useQuery({
    queryKey: ['print-page', storeCode, asked],
    queryFn: ({ signal }) => api.printing.page({ params: { storeCode }, body: asked }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** `isOld`: it is the page before, until the one that was asked for is drawn. */
function Sheet({ data, number, isOld }: { data: { encodedImage: string; pages: number }; number: number; isOld: boolean }) {
  const { t } = useTranslation()
  const words = t('printing.preview.page', { number, count: data.pages })
  return <img src={`data:image/png;base64,${data.encodedImage}`} alt={words} aria-busy={isOld} />
}

/** From page to page, with the keys of the buttons alone: arrows scroll the dialog. */
function Leaf({ number, count, onChange }: { number: number; count: number; onChange: (number: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.printLeaf}>
      <Button aria-label={t('common.previous')} disabled={number === 1} onClick={() => onChange(number - 1)}>
        <IconChevronLeft size={15} stroke={1.7} />
      </Button>
      <span role="status">{t('printing.preview.page', { number, count })}</span>
      <Button aria-label={t('common.next')} disabled={number >= count} onClick={() => onChange(number + 1)}>
        <IconChevronRight size={15} stroke={1.7} />
      </Button>
    </div>
  )
}

/** Where the file is, and what was left out of it. */
function Outcome({ done, storeCode, faults }: { done: Done; storeCode: string; faults: string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <div role="status">
        <p>{t(done.opened ? 'printing.preview.opened' : 'printing.preview.blocked')}</p>
        <p className={styles.printLinks}>
          <a className={buttonClass()} href={done.address} target="_blank" rel="noreferrer">
            {t('printing.preview.link')}
          </a>
          <a className={buttonClass()} href={done.address} download={`labels-${storeCode}.pdf`}>
            {t('printing.preview.download')}
          </a>
        </p>
      </div>
      {done.problems.length > 0 && (
        <>
          <p role="alert">{t('printing.preview.notes', { count: done.problems.length })}</p>
          <WrongLines label={t('printing.preview.faults')} lines={faults} />
        </>
      )}
    </>
  )
}
