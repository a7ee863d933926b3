/** The dialogs that the pages of gateways and of access points have in common. */
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../app/paths.ts'
import { LinkCheck, Reboot } from './ask.modals.tsx'
import { RemoveGateway } from './remove.modal.tsx'

interface Props {
  /** Which one; none for any other name. */
  open: string | undefined
  gateway: GatewayDetail
  /** What ends with an access point that is removed. */
  removeText?: string
  close: () => void
}
export function GatewayDialog({ open, gateway, removeText, close }: Props) {
  const navigate = useNavigate()
  const { storeCode } = gateway
  if (open === 'link') return <LinkCheck gateway={gateway} close={close} />
  if (open === 'reboot') return <Reboot gateway={gateway} close={close} />
  if (open !== 'remove') return null
  return (
    <RemoveGateway
      storeCode={storeCode}
      gateway={gateway}
      {...(removeText !== undefined && { text: removeText })}
      close={(removed) => {
        close()
        // Its page is gone with it.
        if (removed) void navigate({ to: paths.store(storeCode), search: {} })
      }}
    />
  )
}
