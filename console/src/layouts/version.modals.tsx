/** The way back to an older version, and taking back one that waits. */
import type { Drawing, DrawingVersion } from '@endcap/contract/layout-drawings'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { formatNumber } from '../ui/format.ts'
import { minuteText, nameOf, refusalOf } from '../ui/drawings.ts'

interface BackProps {
  drawing: Drawing
  version: number
  close: () => void
}
export function RollBack({ drawing, version, close }: BackProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [note, setNote] = useState('')
  const { drawingId, tags, stores } = drawing
  const submit = async () => {
    try {
      await api.layouts.rollBack({ params: { drawingId, version: String(version) }, body: { note } })
    } catch (error) {
      throw refusalOf(error, t).error
    }
    close()
    void navigate({ to: paths.layoutVersions(drawingId), search: {} })
    await queries.invalidateQueries({ queryKey: ['layouts'] })
  }
  return (
    <FormModal
      title={t('layouts.back.title', { name: nameOf(drawing), version })}
      submit={t('layouts.back.send')}
      onSubmit={submit}
      onClose={close}
      danger
    >
      <p style={{ margin: 0 }}>
        {t('layouts.back.text', { labels: formatNumber(tags), stores: t('common.stores', { count: stores }) })}
        {drawing.waiting !== null && ` ${t('layouts.publish.overtakes', { version: drawing.waiting.version })}`}
      </p>
      <Textarea
        field="note"
        label={t('layouts.publish.note')}
        value={note}
        maxLength={500}
        rows={2}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormModal>
  )
}

interface CancelProps {
  drawing: Drawing
  version: DrawingVersion
  close: () => void
}
export function CancelVersion({ drawing, version: { version, from }, close }: CancelProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    try {
      await api.layouts.cancelVersion({ params: { drawingId: drawing.drawingId, version: String(version) }, body: {} })
    } catch (error) {
      throw refusalOf(error, t).error
    }
    close()
    await queries.invalidateQueries({ queryKey: ['layouts'] })
  }
  return (
    <FormModal
      title={t('layouts.cancelVersion.title', { name: nameOf(drawing), version })}
      submit={t('layouts.cancelVersion.send')}
      onSubmit={submit}
      onClose={close}
      danger
    >
      <p style={{ margin: 0 }}>{t('layouts.cancelVersion.text', { time: minuteText(from ?? '') })}</p>
    </FormModal>
  )
}
