/** Adds one gateway: its store and MAC, then what is typed into it, and whether it has been heard, which changes by itself. */
import type { AddedGateway } from '@endcap/contract/gateway-registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useFirstStore } from '../data/use-stores.ts'
import { FormModal } from '../form/modal.tsx'
import { StoreField } from '../form/StoreField.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Connection } from './Connection.tsx'

interface Props {
  /** Where the dialog is opened for one store. */
  storeCode?: string | undefined
  close: (changed: boolean) => void
}

export function AddGateway({ storeCode: given, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const only = useFirstStore()?.only
  const [chosen, setChosen] = useState<string | null>(null)
  const [gwMac, setGwMac] = useState('')
  const [added, setAdded] = useState<AddedGateway>()
  // Of one store nothing is to be chosen.
  const storeCode = given ?? only ?? chosen
  const submit = async () => {
    if (storeCode === null) throw new Error(t('gateways.chooseStore'))
    if (gwMac.trim() === '') throw new Error(t('gateways.add.noMac'))
    setAdded(await api.gateways.add({ body: { storeCode, gwMac: gwMac.trim(), host: location.hostname } }))
  }
  if (added !== undefined)
    return (
      <FormModal
        key="added"
        title={t('gateways.add.added', { gwMac: added.gwMac })}
        submit=""
        onSubmit={async () => undefined}
        onClose={() => close(true)}
        size="640px"
        readOnly
      >
        <Connection gateway={added} />
      </FormModal>
    )
  return (
    <FormModal
      title={t('gateways.action.add')}
      submit={t('gateways.add.submit')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={gwMac !== ''}
      size="520px"
    >
      <StoreField
        field="storeCode"
        label={t('stores.column.storeName')}
        placeholder={t('gateways.chooseStore')}
        value={storeCode}
        disabled={given !== undefined}
        onChange={setChosen}
      />
      <TextInput
        field="gwMac"
        label={t('gateways.column.gwMac')}
        description={t('gateways.add.macHint')}
        value={gwMac}
        onChange={(event) => setGwMac(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Hint flush>{t('gateways.add.others')}</Hint>
    </FormModal>
  )
}
