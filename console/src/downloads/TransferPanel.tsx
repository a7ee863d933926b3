/** Bottom right: what is being downloaded, how far it is, and the way to stop it; a dialog for what failed. */
import { Modal } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { notificationMs } from '../ui/notify.ts'
import { useTransferList, useTransfers, type Transfer } from '../data/transfers.ts'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'
import styles from './transfers.module.css'

export function TransferPanel() {
  const { t } = useTranslation()
  const all = useTransferList()
  const shown = all.filter((one) => one.state !== 'failed')
  const box = useRef<HTMLElement>(null)
  const failed = all.find((one) => one.state === 'failed')
  const count = shown.length
  // Notifications, which appear in the same corner, stand above it.
  useEffect(() => {
    const root = document.documentElement
    root.style.setProperty('--transfers', `${count === 0 ? 0 : (box.current?.offsetHeight ?? 0) + 12}px`)
    return () => void root.style.removeProperty('--transfers')
  }, [count])
  return (
    <>
      {shown.length > 0 && (
        <section className={styles.transfers} aria-label={t('downloads.title')} ref={box}>
          {shown.map((transfer) => (
            <Line key={transfer.id} transfer={transfer} />
          ))}
        </section>
      )}
      {failed !== undefined && <Failure transfer={failed} />}
    </>
  )
}

function Line({ transfer: { id, title, state, rows, total, saved } }: { transfer: Transfer }) {
  const { t } = useTranslation()
  const { cancel, dismiss } = useTransfers()
  const done = state === 'done'
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => dismiss(id), notificationMs)
    return () => clearTimeout(timer)
  }, [done, id, dismiss])
  const far =
    rows === 0 && total === null
      ? t('downloads.waiting')
      : total === null
        ? t('downloads.rows', { count: rows, rows: formatNumber(rows) })
        : t('downloads.rowsOf', { rows: formatNumber(rows), total: formatNumber(total) })
  const known = total !== null && total > 0
  return (
    <div className={styles.transfer} data-part="transfer">
      <div>
        <b>{title}</b>
        <span role="status">{done && saved !== undefined ? t('downloads.saved', { name: saved.fileName }) : ''}</span>
        {!done && <span>{far}</span>}
        {saved?.of !== undefined && (
          <span className={styles.short}>{t('downloads.cut', { rows: formatNumber(saved.rows), total: formatNumber(saved.of) })}</span>
        )}
      </div>
      {done && <IconCheck size={16} color="var(--ok)" aria-hidden="true" />}
      <Button
        look="ghost"
        icon
        aria-label={done ? t('common.close') : t('downloads.cancel', { title })}
        onClick={() => (done ? dismiss(id) : cancel(id))}
      >
        <IconX size={15} />
      </Button>
      {!done && (
        <i
          className={styles.line}
          role="progressbar"
          aria-label={title}
          {...(known && { 'aria-valuenow': rows, 'aria-valuemin': 0, 'aria-valuemax': total })}
        >
          <i {...(known ? { style: { width: `${Math.min(100, (rows / total) * 100)}%` } } : { 'data-unknown': true })} />
        </i>
      )}
    </div>
  )
}

/** Specification 1 §8: the dialog's title. */
function Failure({ transfer: { id, title, error } }: { transfer: Transfer }) {
  const { t } = useTranslation()
  const { retry, dismiss } = useTransfers()
  return (
    <Modal
      opened
      onClose={() => dismiss(id)}
      title={t('downloads.failed')}
      size="440px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p style={{ margin: '0 0 4px', fontWeight: 540 }}>{title}</p>
      <p style={{ margin: 0 }} role="alert">
        {errorText(error, t)}
      </p>
      <div className={dialogStyles.modalFoot}>
        <Button size="medium" onClick={() => retry(id)}>
          {t('common.retry')}
        </Button>
        <Button look="primary" size="medium" onClick={() => dismiss(id)} data-autofocus>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}
