/**
 * The first page as the server prints it, then the document: it opens after the answer, and no earlier than two seconds after the button was
 * pressed. A browser that keeps it from opening, or that is closed meanwhile, costs nothing: the document can be opened by its link.
 */
import type { NotDrawn, PrintItem } from '@endcap/contract/printing'
import { CallError } from '@endcap/contract/client'
import { useQuery } from '@tanstack/react-query'
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
import { buttonClass } from '../ui/button-class.ts'
import helpers from '../ui/helpers.module.css'
import styles from './printing.module.css'

interface Props {
  storeCode: string
  prList: PrintItem[]
  close: () => void
}
interface Done {
  address: string
  problems: readonly NotDrawn[]
  opened: boolean
}

export function PreviewModal({ storeCode, prList, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const page = useQuery({
    queryKey: ['print-page', storeCode, prList],
    queryFn: ({ signal }) => api.printing.page({ params: { storeCode }, body: { prList } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
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
      const { blob, problems } = await makePdf({ api, storeCode, prList, onPages: setPages, signal })
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
            <img src={`data:image/png;base64,${data.encodedImage}`} alt={t('printing.preview.first')} />
          )}
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
