/** Adds an access point of another make to a store: what it is, who speaks with it, and where it is. */
import { callingKinds, type AccessPointKind, type FoundAccessPoint } from '@endcap/contract/access-points'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'
import { Address, BridgeChoice, checkFields, Kinds, Name } from './fields.tsx'
import { Finder } from './Finder.tsx'
import { PanelKeysField, type PanelKeys } from './PanelKeys.tsx'
import { Probe } from './Probe.tsx'
import { SignAddress } from './SignAddress.tsx'
import { servesStore, useAccessPoints, useBridges } from '../data/use-access-points.ts'
import { Hint } from '../ui/Hint.tsx'
import dialogStyles from '../form/dialog.module.css'

/** A bridge that is started meanwhile appears, and so does the port that one opens. */
const bridgesMs = 4000

interface Props {
  storeCode: string
  storeName: string
  close: (changed: boolean) => void
}

export function AddAccessPoint({ storeCode, storeName, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const query = useBridges({ everyMs: bridgesMs })
  const there = useAccessPoints(storeCode)
  const bridges = query.data?.filter((one) => servesStore(one, storeCode)).toSorted((one, other) => Number(other.own) - Number(one.own))
  const [kind, setKind] = useState<AccessPointKind>('openepaperlink')
  const [chosen, setChosen] = useState<string>()
  const [address, setAddress] = useState('')
  const [discover, setDiscover] = useState(true)
  const [keys, setKeys] = useState<PanelKeys>({})
  const [typed, setTyped] = useState<string>()
  const [deviceName, setDeviceName] = useState('')
  const bridge = bridges?.find((one) => one.bridgeId === chosen) ?? bridges?.[0]
  const calls = callingKinds.includes(kind)
  const where = calls ? '' : address.trim()
  const name = typed ?? (deviceName || t(`accessPoints.kind.${kind}`))
  const taken = there?.find((one) => callingKinds.includes(one.kind))

  const changeKind = (next: AccessPointKind) => {
    setKind(next)
    setDeviceName('')
  }
  const choose = (found: FoundAccessPoint) => {
    setKind(found.kind)
    setAddress(found.address)
    setDeviceName(found.name)
  }
  const submit = async () => {
    checkFields(t, { kind, name: name.trim(), address: where, discover })
    const bridgeId = bridge?.bridgeId ?? null
    const more = kind === 'opendisplay' ? { options: { discover }, keys } : { options: {} }
    await api.accessPoints.create({ body: { storeCode, kind, name: name.trim(), address: where, bridgeId, ...more } })
    void notify(t('accessPoints.added', { name: name.trim() }))
    close(true)
    await queries.invalidateQueries({ queryKey: ['gateways'] })
  }
  return (
    <FormModal
      title={t('accessPoints.addTitle', { store: storeName })}
      submit={t('accessPoints.add')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="600px"
      unsaved={address !== '' || typed !== undefined || Object.keys(keys).length > 0}
      disabled={bridge === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
      {...(query.data !== undefined && bridge === undefined && { problem: t('accessPoints.noBridge') })}
    >
      <Kinds
        kind={kind}
        onChange={changeKind}
        refused={taken === undefined ? {} : { [taken.kind]: t('accessPoints.taken', { name: taken.name }) }}
      />
      <BridgeChoice bridges={query.isError ? [] : bridges} bridgeId={bridge?.bridgeId} onChange={setChosen} />
      {calls ? (
        <div className={dialogStyles.gwField}>
          <span>{t('accessPoints.signsCall')}</span>
          <SignAddress bridge={bridge} storeCode={storeCode} />
          <Hint flush>{t('accessPoints.signsCallHint')}</Hint>
        </div>
      ) : (
        <>
          <Finder bridgeId={bridge?.bridgeId} onChoose={choose} />
          <Address kind={kind} address={address} discover={discover} onChange={setAddress} onDiscover={setDiscover} />
          {kind === 'opendisplay' && <PanelKeysField keyed={[]} keys={keys} onChange={setKeys} />}
        </>
      )}
      <Probe
        bridgeId={bridge?.bridgeId}
        kind={kind}
        address={where}
        keys={kind === 'opendisplay' ? keys : undefined}
        onAnswer={(probed) => setDeviceName(probed.name)}
      />
      <Name name={name} onChange={setTyped} />
    </FormModal>
  )
}
