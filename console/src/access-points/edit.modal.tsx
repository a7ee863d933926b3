/** Changes what an access point is called and where it is. */
import { callingKinds, defaultVisitSeconds, type AccessPoint } from '@endcap/contract/access-points'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Address, checkFields, Name, Visit } from './fields.tsx'
import { PanelKeysField, type PanelKeys } from './PanelKeys.tsx'
import { Probe } from './Probe.tsx'

export function EditAccessPoint({ accessPoint, close }: { accessPoint: AccessPoint; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { gwMac, storeCode, kind, bridgeId, options } = accessPoint
  const [name, setName] = useState(accessPoint.name)
  const [address, setAddress] = useState(accessPoint.address)
  const [discover, setDiscover] = useState(options.discover ?? true)
  const visitBefore = options.visit ?? defaultVisitSeconds
  const [visit, setVisit] = useState(visitBefore)
  const [keys, setKeys] = useState<PanelKeys>({})
  const calls = callingKinds.includes(kind)
  const where = address.trim()
  const changed =
    name !== accessPoint.name ||
    where !== accessPoint.address ||
    discover !== (options.discover ?? true) ||
    visit !== visitBefore ||
    Object.keys(keys).length > 0
  const submit = async () => {
    checkFields(t, { kind, name: name.trim(), address: where, discover })
    const body = { name: name.trim(), address: where, ...(kind === 'opendisplay' && { options: { ...options, discover, visit }, keys }) }
    await api.accessPoints.update({ params: { gwMac }, body })
    void notifyDone(t, t('state.done.saved', { name: name.trim() }), { to: paths.gateway(storeCode, gwMac) })
    close()
    await queries.invalidateQueries({ queryKey: ['gateways', storeCode] })
  }
  return (
    <FormModal
      title={t('accessPoints.editTitle', { name: accessPoint.name })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="520px"
      unsaved={changed}
      disabled={!changed}
    >
      <Name name={name} onChange={setName} />
      {!calls && (
        <>
          <Address kind={kind} address={address} discover={discover} onChange={setAddress} onDiscover={setDiscover} />
          {kind === 'opendisplay' && <Visit seconds={visit} onChange={setVisit} />}
          {kind === 'opendisplay' && <PanelKeysField keyed={accessPoint.keyed} keys={keys} onChange={setKeys} />}
          <Probe bridgeId={bridgeId} kind={kind} address={where} keys={keys} of={gwMac} />
        </>
      )}
    </FormModal>
  )
}
