/** /audit: what people changed, newest first, as sentences that lead to the thing, with what was before and after. */
import { audit, type AuditRow } from '@endcap/contract/audit'
import type { TFunction } from 'i18next'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useAliasLabel } from '../data/aliases.ts'
import { isRecord } from '../form/json.ts'
import { codeColumn, optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { AuditPeek } from './AuditPeek.tsx'
import { fieldWords, type ListWords } from './fields.ts'
import { sentenceText } from './sentence.ts'
import { Sentence } from './Sentence.tsx'
import { actionWords } from './words.ts'
import { Button } from '../ui/Button.tsx'

export function AuditScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const aliasLabel = useAliasLabel()
  const spec = useMemo(
    () =>
      tableSpec(audit.search, {
        name: 'audit',
        live: 'audit',
        tall: true,
        rowId: ({ auditId }) => auditId,
        pageLength: 25,
        dateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
        columns: [
          timeColumn('updatedAt'),
          {
            field: 'name',
            width: 640,
            sort: false,
            ownLine: true,
            cell: (row) => <Sentence row={row} />,
            text: (row) => sentenceText(row, { t, aliasLabel }),
          },
          { field: 'email', width: 180, cell: ({ email }) => email || t('audit.noAccount') },
          { field: 'action', width: 170, cell: ({ action }) => actionWords(action, t) },
          optionalCodeColumn('storeCode', 100),
          { ...optionalCodeColumn('subject', 190), optional: true },
          {
            field: 'changed',
            width: 280,
            sort: false,
            optional: true,
            cell: (row) => row.changed.map((field) => fieldWords(row, field, t)).join(', ') || '–',
          },
          { ...codeColumn('ip', 130), optional: true },
          { field: 'kind', width: 120, optional: true },
        ],
        filters: {
          email: 'text',
          action: { options: actions(t), label: (action) => actionWords(action, t) },
          subject: 'text',
          storeCode: 'text',
          ip: 'text',
          kind: 'text',
        },
      }),
    [t, aliasLabel],
  )
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.audit.search({ params: {}, body }, { signal })}
      title={t('audit.title')}
      rowButtons={1}
      rowActions={(row, open) => (
        <Button look="ghost" icon aria-label={t('audit.show', { what: labelOf(row, { t, aliasLabel }) })} onClick={() => open(row)}>
          <IconEye size={15} stroke={1.7} />
        </Button>
      )}
      peek={(id, step, close) => <AuditPeek id={id} onStep={step} onClose={close} />}
    />
  )
}

const labelOf = (row: AuditRow, words: ListWords) => `${sentenceText(row, words)}, ${formatTime(row.updatedAt)}`

/** Where the words of all actions stand, by domain and name in the contract. */
const actionsKey = 'audit.action'
function actions(t: TFunction): string[] {
  const words: unknown = t(actionsKey, { returnObjects: true })
  if (!isRecord(words)) return []
  return Object.entries(words).flatMap(([domain, names]) => (isRecord(names) ? Object.keys(names).map((name) => `${domain}.${name}`) : []))
}
