/** /setting/tokens: keys of programs, what they may do, and when they were used last. */
import { tokens, type TokenRow } from '@endcap/contract/tokens'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { optionalCodeColumn, timeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { CreateToken, RemoveToken } from './token.modals.tsx'
import { rightWords } from './words.ts'
import { Button } from '../ui/Button.tsx'

export function TokenListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('server_config.write')
  const [removed, setRemoved] = useState<TokenRow>()
  const spec = useMemo(
    () =>
      tableSpec(tokens.search, {
        name: 'tokens',
        live: 'tokens',
        rowId: ({ tokenId }) => tokenId,
        pageLength: 25,
        defaultOrder: { column: 'createdAt', dir: 'desc' },
        columns: [
          { field: 'name', width: 190 },
          { field: 'email', width: 220 },
          { field: 'privileges', width: 320, sort: false, cell: ({ privileges }) => rightWords(privileges, t) },
          {
            field: 'storeCodes',
            width: 150,
            sort: false,
            cell: ({ storeCodes }) => (storeCodes === null ? t('tokens.ownStores') : t('tokens.stores', { count: storeCodes.length })),
          },
          timeColumn('expiresAt', 172, t('tokens.never')),
          timeColumn('lastUsedAt', 172, t('tokens.unused')),
          optionalCodeColumn('lastIp', 130),
          { ...timeColumn('createdAt'), optional: true },
        ],
        filters: { name: 'text', email: 'text' },
      }),
    [t],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.tokens.search({ params: {}, body }, { signal })}
        title={t('tokens.title')}
        empty={t('tokens.none')}
        emptyHint={t('tokens.noneHint')}
        filledBy="create"
        actions={[{ name: 'create', needs: 'server_config.write', on: 'table', icon: IconPlus, opens: CreateToken }]}
        rowButtons={1}
        rowActions={(row) =>
          mayWrite && (
            <Button look="ghost" icon aria-label={t('tokens.remove', { name: row.name })} onClick={() => setRemoved(row)}>
              <IconTrash size={15} stroke={1.7} />
            </Button>
          )
        }
      />
      {removed !== undefined && <RemoveToken token={removed} close={() => setRemoved(undefined)} />}
    </>
  )
}
