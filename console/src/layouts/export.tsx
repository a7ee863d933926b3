/** The ticked drawings as a file; there is nothing to be asked. */
import type { Drawing } from '@endcap/contract/layout-drawings'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { nameOf } from '../ui/drawings.ts'

export const exportName = (drawings: readonly Drawing[], now: Date): string => {
  const [first] = drawings
  return drawings.length === 1 && first !== undefined ? `${nameOf(first)}.json` : `layouts ${now.toISOString().slice(0, 10)}.json`
}

export function ExportDrawings({ rows, close }: ActionProps<Drawing>) {
  const { t } = useTranslation()
  const api = useApi()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    if (rows.length === 0) {
      void notify(t('common.noRow'), 'bad')
      return close(false)
    }
    api.layouts
      .exportFile({ body: { drawingList: rows.map(({ drawingId }) => drawingId) } })
      .then((blob) => saveBlob(blob, exportName(rows, new Date())))
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
      .finally(() => close(false))
  }, [api, rows, close, t])
  return null
}
