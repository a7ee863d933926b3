/** What can be asked of an access point; what its kind cannot do stands there greyed, with the reason. */
import type { AccessPoint } from '@endcap/contract/access-points'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { IconAntenna, IconDownload, IconEdit, IconPlugConnected, IconPower, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { EditGateways } from './edit.modal.tsx'
import { GatewayDialog } from './GatewayDialog.tsx'
import { useLogDownload } from './logs.modal.tsx'
import { EditAccessPoint } from '../access-points/index.ts'
import { ActionButton } from './ActionButton.tsx'

type Dialog = 'link' | 'edit' | 'channel' | 'reboot' | 'remove'
interface Props {
  gateway: GatewayDetail
  accessPoint: AccessPoint
}

export function AccessPointActions({ gateway, accessPoint }: Props) {
  const { t } = useTranslation()
  const write = useCan()('store.write')
  const downloadLog = useLogDownload()
  const [open, setOpen] = useState<Dialog>()
  const close = () => setOpen(undefined)
  const { gwMac, storeCode } = gateway
  const { device, name } = accessPoint
  /** Why it cannot be done; undefined where it can. */
  const lacks = (ability: string) =>
    device === null ? t('accessPoints.notKnownYet') : device.can.includes(ability) ? undefined : t(`accessPoints.lacks.${ability}`)
  return (
    <>
      <ActionButton icon={IconPlugConnected} text={t('gateways.linkCheck')} onClick={() => setOpen('link')} />
      <ActionButton
        icon={IconDownload}
        text={t('gateways.downloadLog')}
        lacks={lacks('log')}
        onClick={() => downloadLog(storeCode, gateway)}
      />
      {write && (
        <>
          <ActionButton icon={IconEdit} text={t('gateways.edit')} onClick={() => setOpen('edit')} />
          <ActionButton icon={IconAntenna} text={t('accessPoints.channel')} lacks={lacks('channel')} onClick={() => setOpen('channel')} />
          <ActionButton ends icon={IconPower} text={t('gateways.reboot')} lacks={lacks('reboot')} onClick={() => setOpen('reboot')} />
          <ActionButton ends icon={IconTrash} text={t('gateways.remove')} onClick={() => setOpen('remove')} />
        </>
      )}
      {open === 'edit' && <EditAccessPoint accessPoint={accessPoint} close={close} />}
      {open === 'channel' && <EditGateways storeCode={storeCode} gwMac={gwMac} close={close} />}
      <GatewayDialog open={open} gateway={gateway} removeText={t('accessPoints.removeText', { name })} close={close} />
    </>
  )
}
