/** What concerns all displays of a store, in the head of their list. */
import type { Privilege } from '@endcap/contract/privileges'
import { Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconBulb,
  IconCash,
  IconCloudDownload,
  IconDeviceTv,
  IconHistory,
  IconLayoutGridRemove,
  IconRocket,
  IconSettings,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useCan } from '../app/services.ts'
import { HeadMenu } from '../table/HeadMenu.tsx'
import { SoftwareModal } from './SoftwareModal.tsx'
import { AllModesModal } from './ask.modals.tsx'
import { PriceListModal } from './price-list.modal.tsx'
import { BlinkModal, DeassignModal } from './scan.modals.tsx'
import { AlarmSettingModal, SettingModal } from './setting.modals.tsx'
import { StatusDetailModal } from './status-detail.modal.tsx'

interface Item {
  name: string
  needs: Privilege
  icon: Icon
  opens: ComponentType<{ storeCode: string; close: () => void }>
}
const software = ({ storeCode, close }: { storeCode: string; close: () => void }) => ({ storeCode, onClose: close })
const items: Item[] = [
  { name: 'deassign', needs: 'plus.write', icon: IconLayoutGridRemove, opens: DeassignModal },
  { name: 'blink', needs: 'plus.write', icon: IconBulb, opens: BlinkModal },
  { name: 'allModes', needs: 'plus.write', icon: IconDeviceTv, opens: AllModesModal },
  { name: 'software', needs: 'plus.read', icon: IconCloudDownload, opens: (props) => <SoftwareModal {...software(props)} kind="sw" /> },
  { name: 'launcher', needs: 'plus.read', icon: IconRocket, opens: (props) => <SoftwareModal {...software(props)} kind="launcher" /> },
  { name: 'priceList', needs: 'plus.read', icon: IconCash, opens: PriceListModal },
  { name: 'settings', needs: 'plus.read', icon: IconSettings, opens: SettingModal },
  { name: 'alarmSetting', needs: 'plus.read', icon: IconBell, opens: AlarmSettingModal },
  { name: 'statusDetail', needs: 'plus.read', icon: IconAlertTriangle, opens: StatusDetailModal },
]

export function StoreMenu({ storeCode }: { storeCode: string }) {
  const { t } = useTranslation()
  const can = useCan()
  const [open, setOpen] = useState<Item>()
  return (
    <>
      <HeadMenu label={t('displays.store')} icon={IconSettings} width={250}>
        {items
          .filter(({ needs }) => can(needs))
          .map((item) => (
            <Menu.Item key={item.name} leftSection={<item.icon size={16} stroke={1.6} />} onClick={() => setOpen(item)}>
              {t(`displays.action.${item.name}`)}
            </Menu.Item>
          ))}
        {can('plus.read') && (
          <Menu.Item leftSection={<IconHistory size={16} stroke={1.6} />} component={Link} to={paths.plays(storeCode)}>
            {t('displays.action.plays')}
          </Menu.Item>
        )}
      </HeadMenu>
      {open !== undefined && <open.opens storeCode={storeCode} close={() => setOpen(undefined)} />}
    </>
  )
}
