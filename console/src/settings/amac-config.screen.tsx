/** /setting/amac-config: records that are handed to every gateway (specification 2 §2, §3, §5). */
import type { Amac } from '@endcap/contract/settings'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { codeColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { formatNumber } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { useMayChange } from './server-config.screen.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import settingPageStyles from '../ui/setting-page.module.css'

const queryKey = ['settings', '', 'amac']

export function AmacConfigScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayChange = useMayChange()
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.settings.amac({}, { signal }) })
  const [edited, setEdited] = useState<Amac | 'new'>()
  const [removing, setRemoving] = useState<Amac>()
  const rows = query.data?.amacList
  return (
    <div className={settingPageStyles.settingPage}>
      <PageHead>
        <h1>{t('settings.amac.title')}</h1>
        <span className={pageHeadStyles.sub}>{rows && formatNumber(rows.length)}</span>
        <span className={helpers.grow} />
        {mayChange && (
          <Button look="primary" onClick={() => setEdited('new')}>
            <IconPlus size={15} stroke={1.7} />
            {t('settings.amac.create')}
          </Button>
        )}
      </PageHead>
      <p className={settingPageStyles.settingNote}>{t('settings.amac.about')}</p>
      <Problem query={query} />
      <LocalTable
        label={t('settings.amac.title')}
        rows={rows}
        rowId={(row) => row.abstractCode}
        headingOf={(field) => t(`settings.field.${field}`)}
        columns={[codeColumn('abstractCode', 200), timeColumn('updatedAt', 180), { field: 'abstractData', width: 420 }]}
        order={{ column: 'abstractCode', dir: 'asc' }}
        empty={t('settings.amac.none')}
        rowButtons={2}
        rowActions={
          mayChange
            ? (row) => (
                <>
                  <RowButton label={t('settings.amac.edit', { code: row.abstractCode })} icon={IconPencil} onClick={() => setEdited(row)} />
                  <RowButton
                    label={t('settings.amac.remove', { code: row.abstractCode })}
                    icon={IconTrash}
                    onClick={() => setRemoving(row)}
                  />
                </>
              )
            : undefined
        }
      />
      {edited !== undefined && <AmacModal amac={edited === 'new' ? undefined : edited} close={() => setEdited(undefined)} />}
      {removing !== undefined && <RemoveAmac amac={removing} close={() => setRemoving(undefined)} />}
    </div>
  )
}

/** Creates a record, or changes the data of one. */
function AmacModal({ amac, close }: { amac: Amac | undefined; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [code, setCode] = useState(amac?.abstractCode ?? '')
  const [data, setData] = useState(amac?.abstractData ?? '')
  const submit = async () => {
    const body = { abstractCode: code.trim(), abstractData: data.trim() }
    for (const name of ['abstractCode', 'abstractData'] as const)
      if (body[name] === '') throw new Error(t('settings.wrong.enter', { name: t(`settings.field.${name}`) }))
    await (amac === undefined ? api.settings.createAmac({ body }) : api.settings.saveAmac({ body }))
    void notify(t('settings.saved'))
    close()
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <FormModal
      title={amac === undefined ? t('settings.amac.create') : t('settings.amac.edit', { code: amac.abstractCode })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('settings.amacError')}
      unsaved={code !== (amac?.abstractCode ?? '') || data !== (amac?.abstractData ?? '')}
    >
      <TextInput
        field="abstractCode"
        label={t('settings.field.abstractCode')}
        description={t('settings.hint.abstractCode')}
        classNames={{ input: helpers.mono }}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        readOnly={amac !== undefined}
        data-autofocus={amac === undefined ? true : undefined}
        withAsterisk
        autoComplete="off"
      />
      <Textarea
        field="abstractData"
        label={t('settings.field.abstractData')}
        value={data}
        onChange={(event) => setData(event.target.value)}
        data-autofocus={amac === undefined ? undefined : true}
        rows={4}
        withAsterisk
      />
    </FormModal>
  )
}

function RemoveAmac({ amac: { abstractCode }, close }: { amac: Amac; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.settings.removeAmac({ params: { abstractCode } })
    close()
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <FormModal
      title={t('settings.amac.remove', { code: abstractCode })}
      submit={t('settings.amac.removeIt')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('settings.amacError')}
      danger
    >
      <p style={{ margin: 0 }}>{t('settings.amac.removeText')}</p>
    </FormModal>
  )
}
