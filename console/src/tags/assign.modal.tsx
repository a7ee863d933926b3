/**
 * Assigning by scanning: label, product, done. Stays open after a success, clears its fields, plays a sound, and asks before a product
 * that does not exist (specification 1 §4, §5). Who scans faster than the server answers does not wait: the scans do.
 */
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '@endcap/contract/tags'
import { tagMacForm, tidyTagMac } from '@endcap/contract/vocabulary'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge, withoutScan } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import { playSound } from '../ui/sound.ts'
import { useStoreCode } from './use-store.ts'

export function AssignModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [tagId, setTagId] = useState(rows.length === 1 ? (rows[0]?.barcode ?? '') : '')
  const [prCode, setPrCode] = useState('')
  const [fallback, setFallback] = useState('')
  const [done, setDone] = useState<string[]>([])
  const [unsure, setUnsure] = useState(false)
  /** Whether the pair in the fields is with the server, or was refused and must be settled first. */
  const [pair, setPair] = useState<'open' | 'sent' | 'refused'>('open')
  const [waiting, setWaiting] = useState<string[]>([])
  const tagField = useRef<HTMLInputElement>(null)
  const productField = useRef<HTMLInputElement>(null)

  const assign = async () => {
    // A default product code overrides what is typed.
    const code = fallback.trim() === '' ? prCode.trim() : fallback.trim()
    if (tagId.trim() === '') throw new Error(t('tags.assign.enterTag'))
    if (code === '') throw new Error(t('tags.assign.enterProduct'))
    if (!unsure) {
      const { product } = await api.tags.findByPrCode({ params: { prCode: code, storeCode } })
      if (product === null) {
        setUnsure(true)
        throw new Error(t('tags.assign.missing'))
      }
    }
    await api.tags.assign({ body: { taskId: -1, priorTaskId: -1, storeCode, tagList: [{ tagMac: tagId.trim(), prCode: code }] } })
    await betweenScans()
    setDone((before) => [t('tags.assign.done', { tag: tagId.trim(), product: code }), ...before].slice(0, 5))
    setTagId('')
    setPrCode('')
    setUnsure(false)
    playSound('success')
    tagField.current?.focus()
  }
  const submit = async () => {
    setPair('sent')
    try {
      await assign()
      setPair('open')
    } catch (error) {
      await betweenScans()
      setPair('refused')
      playSound('failure')
      throw error
    }
  }
  // What is scanned finds its field by its form, wherever the focus is; the product, when the label is there, assigns.
  const take = (code: string) => {
    const scannedTag = tagMacForm.test(tidyTagMac(code))
    const tag = scannedTag ? tidyTagMac(code) : withoutScan(tagId, code)
    const product = scannedTag ? withoutScan(prCode, code) : code
    setTagId(tag)
    setPrCode(product)
    const sole = withoutScan(fallback, code)
    setFallback(sole)
    setUnsure(false)
    if (tag !== '' && (product !== '' || sole.trim() !== '')) {
      setPair('sent')
      setTimeout(() => tagField.current?.form?.requestSubmit())
    } else (tag === '' ? tagField : productField).current?.focus()
  }
  const onScan = (code: string) => {
    // After a refusal it corrects the pair in question; otherwise it takes its turn.
    if (pair === 'refused' || (pair === 'open' && waiting.length === 0)) return take(code)
    // Its characters have run into the field with the focus.
    for (const set of [setTagId, setPrCode, setFallback]) set((now) => withoutScan(now, code))
    setWaiting((before) => [...before, code])
  }
  const free = pair === 'open' || (pair === 'refused' && tagId === '' && prCode === '')
  useEffect(() => {
    const [next] = waiting
    if (!free || next === undefined) return
    setWaiting((before) => before.slice(1))
    take(next)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one scan each time the pair before it is done
  }, [free, waiting])
  const betweenScans = useWedge(onScan)
  // Typed by hand, Enter leads from the label to the product, and there it assigns.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || fallback.trim() !== '') return
    event.preventDefault()
    productField.current?.focus()
  }
  return (
    <FormModal
      title={t('tags.action.assign')}
      submit={unsure ? t('tags.assign.continue') : t('tags.action.assign')}
      onSubmit={submit}
      onClose={() => close(done.length > 0)}
    >
      <p style={{ margin: 0, color: 'var(--ink-2)' }}>{t('tags.assign.hint')}</p>
      <TextInput
        ref={tagField}
        label={t('tags.assign.tagId')}
        classNames={{ input: 'mono' }}
        value={tagId}
        onChange={(event) => setTagId(event.target.value)}
        onKeyDown={onEnter}
        data-autofocus
        autoComplete="off"
        readOnly={pair === 'sent'}
      />
      <TextInput
        ref={productField}
        label={t('tags.assign.product')}
        classNames={{ input: 'mono' }}
        value={prCode}
        disabled={fallback.trim() !== ''}
        onChange={(event) => {
          setPrCode(event.target.value)
          setUnsure(false)
        }}
        autoComplete="off"
        readOnly={pair === 'sent'}
      />
      <TextInput
        label={t('tags.assign.default')}
        description={t('tags.assign.defaultHint')}
        classNames={{ input: 'mono' }}
        value={fallback}
        onChange={(event) => setFallback(event.target.value)}
        autoComplete="off"
        readOnly={pair === 'sent'}
      />
      <CameraScan onScan={onScan} />
      {waiting.length > 0 && <p role="status">{t('tags.assign.waiting', { count: waiting.length })}</p>}
      {done.length > 0 && (
        <ul className="lines flash" key={done[0]} role="status">
          {done.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </FormModal>
  )
}
