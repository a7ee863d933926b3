/** A roll-out is begun: of which file, to which gateways, which one first, and how careful. */
import type { StartRollout as Start, UpgradeCandidate, UpgradeFile } from '@endcap/contract/software'
import { CallError } from '@endcap/contract/client'
import { keysOf } from '@endcap/contract/typed-object'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedField } from '../form/refused-field.tsx'
import { FirstGateway } from './FirstGateway.tsx'
import { GatewayPicker, type Chosen } from './GatewayPicker.tsx'
import { softwareProblem } from './problem.ts'
import { clsx } from 'clsx'
import { Hint } from '../ui/Hint.tsx'
import { Radio, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import styles from './software.module.css'

const scopes = ['all', 'stores', 'gateways'] as const
type Scope = (typeof scopes)[number]
const numbers = { concurrency: 5, watchSeconds: 60, maxFailedPercent: 10 } as const
type NumberField = keyof typeof numbers

export function StartRollout({ file, close }: { file: UpgradeFile; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [scope, setScope] = useState<Scope>('all')
  const [storeCodes, setStoreCodes] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [first, setFirst] = useState<UpgradeCandidate | null>(null)
  const [values, setValues] = useState<Record<NumberField, string>>({ concurrency: '5', watchSeconds: '60', maxFailedPercent: '10' })
  const [downgrade, setDowngrade] = useState<'ask' | 'asked' | 'yes'>('ask')
  const isReached = ({ storeCode, gwMac }: UpgradeCandidate) =>
    scope === 'all' || (scope === 'stores' ? storeCodes.has(storeCode) : chosen.has(gwMac))
  const goesFirst = first !== null && isReached(first) ? first : null
  const submit = async () => {
    if (scope === 'stores' && storeCodes.size === 0) throw new Error(t('software.start.chooseStore'))
    if (scope === 'gateways' && chosen.size === 0) throw new Error(t('software.start.chooseGateway'))
    for (const field of keysOf(numbers))
      if (!/^\d{1,4}$/.test(values[field])) throw new Error(t('software.start.enterNumber', { name: t(`software.start.${field}`) }))
    const body: Start = {
      fileId: file.fileId,
      ...(scope === 'stores' && { storeCodes: [...storeCodes] }),
      ...(scope === 'gateways' && { gwMacs: [...chosen.keys()] }),
      ...(goesFirst !== null && { first: goesFirst.gwMac }),
      concurrency: Number(values.concurrency),
      watchSeconds: Number(values.watchSeconds),
      maxFailedPercent: Number(values.maxFailedPercent),
      downgrade: downgrade === 'yes',
    }
    const { rolloutId } = await api.software.start({ body }).catch((error: unknown) => {
      if (error instanceof CallError && error.answer.code === 'upgrade-downgrade') setDowngrade('asked')
      throw new Error(softwareProblem(error, t), { cause: error })
    })
    close()
    await queries.invalidateQueries({ queryKey: ['software'] })
    await navigate({ to: '.', search: { rollout: rolloutId } })
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
      <Hint style={{ margin: 0 }}>{t('software.start.about')}</Hint>
      <div className={clsx(dialogStyles.memberField, styles.softwareScope)} role="radiogroup" aria-label={t('software.start.scope')}>
        <span aria-hidden="true">{t('software.start.scope')}</span>
        {scopes.map((one) => (
          <Radio key={one} label={t(`software.start.to.${one}`)} name="scope" checked={scope === one} onChange={() => setScope(one)} />
        ))}
      </div>
      {scope === 'stores' && <StorePicker chosen={storeCodes} onChange={setStoreCodes} />}
      {scope !== 'gateways' && <RefusedField field="storeCodes" value={storeCodes} />}
      {scope === 'gateways' && <GatewayPicker component={file.component} chosen={chosen} onChange={setChosen} />}
      {scope === 'gateways' && <RefusedField field="gwMacs" value={chosen} />}
      <FirstGateway
        key={scope}
        storeCodes={scope === 'stores' ? [...storeCodes] : undefined}
        among={scope === 'gateways' ? [...chosen.values()] : undefined}
        first={goesFirst}
        onChange={setFirst}
      />
      <div className={styles.softwareNumbers}>
        {keysOf(numbers).map((field) => (
          <TextInput
            field={field}
            key={field}
            label={t(`software.start.${field}`)}
            inputMode="numeric"
            value={values[field]}
            onChange={(event) => setValues({ ...values, [field]: event.target.value.trim() })}
          />
        ))}
      </div>
      {downgrade !== 'ask' && (
        <Tick
          label={t('software.start.downgrade')}
          checked={downgrade === 'yes'}
          onChange={(event) => setDowngrade(event.target.checked ? 'yes' : 'asked')}
        />
      )}
    </FormModal>
  )
}
