/** Puts drawings away, takes them back, and removes those that no label was ever drawn by. */
import type { Drawing } from '@endcap/contract/layout-drawings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { formatNumber } from '../ui/format.ts'
import { nameOf, refusalOf } from '../ui/drawings.ts'

interface Props {
  drawing: Drawing
  close: () => void
}

export function ArchiveDrawing({ drawing, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [lines, setLines] = useState<readonly string[]>([])
  const { drawingId, archived, tags } = drawing
  const words = archived ? 'takeBack' : 'archive'
  const submit = async () => {
    setLines([])
    try {
      await api.layouts.archive({ params: { drawingId }, body: { archived: !archived } })
    } catch (error) {
      const refusal = refusalOf(error, t)
      setLines(refusal.lines)
      throw refusal.error
    }
    await queries.invalidateQueries({ queryKey: ['layouts'] })
    close()
  }
  return (
    <FormModal
      title={t(`layouts.${words}.title`, { name: nameOf(drawing) })}
      submit={t(`layouts.${words}.button`)}
      onSubmit={submit}
      onClose={close}
      danger={!archived}
    >
      <p style={{ margin: 0 }}>
        {archived
          ? t('layouts.takeBack.text', { layout: drawing.layoutId, size: drawing.size })
          : t(tags === 0 ? 'layouts.archive.unused' : 'layouts.archive.text', { count: tags, labels: formatNumber(tags) })}
      </p>
      <WrongLines label={t('layouts.archive.stores')} lines={lines} />
    </FormModal>
  )
}

export function RemoveDrawing({ drawing, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    try {
      await api.layouts.remove({ params: { drawingId: drawing.drawingId } })
    } catch (error) {
      throw refusalOf(error, t).error
    }
    close()
    await queries.invalidateQueries({ queryKey: ['layouts'] })
  }
  return (
    <FormModal
      title={t('layouts.remove.title', { name: nameOf(drawing) })}
      submit={t('layouts.remove.button')}
      onSubmit={submit}
      onClose={close}
      danger
    >
      <p style={{ margin: 0 }}>{t('layouts.remove.text')}</p>
    </FormModal>
  )
}
