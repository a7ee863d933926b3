/** The panel beside a paper task: the label as it is printed, and what became of it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { PrintState, reasonOf } from './result.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  storeCode: string
  taskId: string
  line: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function PaperPeek({ storeCode, taskId, line, onStep, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode, taskId }
  const { data: row, error } = useQuery({
    queryKey: ['papers', storeCode, 'row', taskId, line],
    queryFn: ({ signal }) => api.papers.rows({ params, body: { filter_line: line, condition_line: '==', length: 1 } }, { signal }),
    select: (page) => page.data[0],
    placeholderData: keepPreviousData,
  })
  // What a row asks for never changes: its label is drawn once.
  const preview = useQuery({
    queryKey: ['paper-label', storeCode, taskId, line],
    queryFn: ({ signal }) => api.papers.preview({ params: { ...params, line } }, { signal }),
    staleTime: Infinity,
  })
  const name = row?.prCode ?? line
  const image = preview.data?.encodedImage
  const none = preview.data === undefined ? t('common.loading') : preview.data.problem || t('papers.noLabel')
  return (
    <Peek
      label={t('papers.labelOf', { id: name })}
      title={<b className={helpers.mono}>{name}</b>}
      previous={t('papers.previousLabel')}
      next={t('papers.nextLabel')}
      onStep={onStep}
      onClose={onClose}
      error={error ?? preview.error}
    >
      <LabelViewer
        id={`${taskId}/${line}`}
        images={image === null || image === undefined ? [] : [image]}
        alt={t('papers.labelOf', { id: name })}
        none={none}
      />
      {row !== undefined && (
        <dl className={factStyles.facts}>
          <Fact name={t('papers.column.state')}>
            <PrintState state={row.state} />
          </Fact>
          <Fact name={t('papers.column.resultMsg')}>{reasonOf(row, t)}</Fact>
          <Fact name={t('papers.column.printedTime')}>{formatTime(row.printedTime)}</Fact>
          <Fact name={t('papers.column.layout')}>{row.layout}</Fact>
          <Fact name={t('papers.column.copies')}>{row.copies}</Fact>
          <Fact name={t('papers.column.printerIp')}>
            <span className={helpers.mono}>{row.printerIp}</span>
          </Fact>
          <Fact name={t('papers.column.printerName')}>{row.printerName || '–'}</Fact>
          <Fact name={t('papers.column.line')}>{row.line}</Fact>
        </dl>
      )}
    </Peek>
  )
}
