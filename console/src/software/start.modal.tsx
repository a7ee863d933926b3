/** A roll-out is begun: of which file, to which gateways, which one first, and how careful. */
import type { StartRollout as Start, UpgradeFile } from '@endcap/contract/software'
import { CallError } from '@endcap/contract/client'
import { Select, TextInput, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/members.css'
import { useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { StorePicker } from '../members/StorePicker.tsx'
import { useStores } from '../shell/Scope.tsx'
import { softwareProblem } from './problem.ts'

const scopes = ['all', 'stores', 'gateways'] as const
type Scope = (typeof scopes)[number]
/** Gateways offered to go first; any other is found by its MAC among the gateways named. */
const offered = 1000
const numbers = { atOnce: 5, watchSeconds: 60, maxFailedPercent: 10 } as const
type NumberField = keyof typeof numbers

export function StartRollout({ file, close }: { file: UpgradeFile; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: stores = [] } = useStores()
  const [scope, setScope] = useState<Scope>('all')
  const [storeCodes, setStoreCodes] = useState<ReadonlySet<string>>(new Set())
  const [macs, setMacs] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [values, setValues] = useState<Record<NumberField, string>>({ atOnce: '5', watchSeconds: '60', maxFailedPercent: '10' })
  const [downgrade, setDowngrade] = useState<'ask' | 'asked' | 'yes'>('ask')
  const { data: gateways } = useQuery({
    queryKey: ['gateways', '', 'first'],
    enabled: can('store.read'),
    queryFn: ({ signal }) => api.gateways.predefinedList({ params: {}, body: { length: offered } }, { signal }),
  })
  const gwMacs = macs.split(/[\s,;]+/).filter(Boolean)
  const named = new Set(gwMacs.map((mac) => mac.replaceAll(/[:-]/g, '').toUpperCase()))
  const inScope = (gateways?.data ?? []).filter(
    ({ storeCode, gwMac }) => scope === 'all' || (scope === 'stores' ? storeCodes.has(storeCode) : named.has(gwMac)),
  )
  const submit = async () => {
    if (scope === 'stores' && storeCodes.size === 0) throw new Error(t('software.start.chooseStore'))
    if (scope === 'gateways' && gwMacs.length === 0) throw new Error(t('software.start.enterMac'))
    for (const field of Object.keys(numbers) as NumberField[])
      if (!/^\d{1,4}$/.test(values[field])) throw new Error(t('software.start.enterNumber', { name: t(`software.start.${field}`) }))
    const body: Start = {
      fileId: file.fileId,
      ...(scope === 'stores' && { storeCodes: [...storeCodes] }),
      ...(scope === 'gateways' && { gwMacs }),
      ...(first !== null && inScope.some((one) => one.gwMac === first) && { first }),
      ...{ atOnce: Number(values.atOnce), watchSeconds: Number(values.watchSeconds), maxFailedPercent: Number(values.maxFailedPercent) },
      downgrade: downgrade === 'yes',
    }
    const { rolloutId } = await api.software.start({ body }).catch((error: unknown) => {
      if (error instanceof CallError && error.answer.code === 'upgrade-downgrade') setDowngrade('asked')
      throw new Error(softwareProblem(error, t), { cause: error })
    })
    close()
    await queries.invalidateQueries({ queryKey: ['software'] })
    await navigate({ to: '.', search: { rollout: rolloutId } as never })
  }
  return (
    <FormModal
      title={t('software.rollOut', { name: `${t(`software.component.${file.component}`)} ${file.version}` })}
      submit={t('software.start.begin')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('software.start.failed')}
      size="580px"
    >
      <p className="hint" style={{ margin: 0 }}>
        {t('software.start.about')}
      </p>
      <div className="member-field software-scope" role="radiogroup" aria-label={t('software.start.scope')}>
        <span aria-hidden="true">{t('software.start.scope')}</span>
        {scopes.map((one) => (
          <label className="chk" key={one}>
            <input type="radio" name="scope" checked={scope === one} onChange={() => setScope(one)} />
            <span>{t(`software.start.to.${one}`)}</span>
          </label>
        ))}
      </div>
      {scope === 'stores' && <StorePicker stores={stores} chosen={storeCodes} onChange={setStoreCodes} />}
      {scope === 'gateways' && (
        <Textarea
          label={t('software.start.macs')}
          description={t('software.start.macsHint')}
          classNames={{ input: 'mono' }}
          rows={4}
          value={macs}
          onChange={(event) => setMacs(event.target.value)}
        />
      )}
      {can('store.read') && (
        <Select
          label={t('software.start.first')}
          description={t('software.start.firstHint')}
          placeholder={t('software.start.anyFirst')}
          data={inScope.map(({ gwMac, storeName }) => ({ value: gwMac, label: `${gwMac} · ${storeName}` }))}
          value={inScope.some((one) => one.gwMac === first) ? first : null}
          onChange={setFirst}
          limit={100}
          searchable
          clearable
        />
      )}
      <div className="software-numbers">
        {(Object.keys(numbers) as NumberField[]).map((field) => (
          <TextInput
            key={field}
            label={t(`software.start.${field}`)}
            inputMode="numeric"
            value={values[field]}
            onChange={(event) => setValues({ ...values, [field]: event.target.value.trim() })}
          />
        ))}
      </div>
      {downgrade !== 'ask' && (
        <label className="chk">
          <input
            type="checkbox"
            className="ck"
            checked={downgrade === 'yes'}
            onChange={(event) => setDowngrade(event.target.checked ? 'yes' : 'asked')}
          />
          <span>{t('software.start.downgrade')}</span>
        </label>
      )}
    </FormModal>
  )
}
