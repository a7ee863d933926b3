/** Adds one gateway: its store and MAC, then what is typed into it, and whether it has been heard, which changes by itself. */
import type { AddedGateway } from '@endcap/contract/gateway-registration'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useStores } from '../data/use-stores.ts'
import { FormModal } from '../form/modal.tsx'
import { PlainField } from '../form/refused-field.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import { Connection } from './Connection.tsx'
import dialogStyles from '../form/dialog.module.css'

interface Props {
  /** Where the dialog is opened for one store. */
  storeCode?: string
  close: (changed: boolean) => void
}

export function AddGateway({ storeCode: given, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: stores = [] } = useStores()
  const [chosen, setChosen] = useState('')
  const [gwMac, setGwMac] = useState('')
  const [added, setAdded] = useState<AddedGateway>()
  // Of one store nothing is to be chosen.
  const storeCode = given ?? (stores.length === 1 ? stores[0]!.storeCode : chosen)
  const submit = async () => {
    if (storeCode === '') throw new Error(t('gateways.chooseStore'))
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
      <label className={dialogStyles.gwField}>
        <span>{t('stores.column.storeName')}</span>
        <PlainField field="storeCode">
          {(attributes) => (
            <NativeSelect
              {...attributes}
              value={storeCode}
              disabled={given !== undefined}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="">{t('gateways.chooseStore')}</option>
              {stores.map((store) => (
                <option key={store.storeCode} value={store.storeCode}>
                  {store.storeName} · {store.storeCode}
                </option>
              ))}
            </NativeSelect>
          )}
        </PlainField>
      </label>
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
