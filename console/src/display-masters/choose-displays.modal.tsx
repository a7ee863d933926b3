/** Displays for a screen of a timeline: each says where it is now, and that it leaves there (specification 3 §2). */
import type { PlusMaster } from '@endcap/contract/display-masters'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Chooser } from '../contents/Chooser.tsx'
import { DeviceState } from '../displays/cells.tsx'
import { masterName } from './masters.ts'

interface Props {
  title: string
  /** The timeline that they are chosen for: being in it already is no leaving. */
  timelineId: string
  /** Why one cannot be chosen. */
  refuse: (device: PlusMaster) => string | undefined
  onChoose: (devices: PlusMaster[]) => void
  close: () => void
}

export function ChooseDisplays({ title, timelineId, refuse, onChoose, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const isElsewhere = ({ timeline }: PlusMaster) => timeline !== null && timeline.id !== timelineId
  return (
    <Chooser
      title={title}
      submit={t('plusMasters.choose.add')}
      queryKey={['masters', 'choose']}
      load={(body, signal) => api.plusMasters.search({ params: {}, body }, { signal })}
      rowId={({ mac }) => mac}
      nameOf={masterName}
      filters={[
        { name: 'name', label: t('plusMasters.column.name') },
        { name: 'code', label: t('plusMasters.column.code') },
        { name: 'storeCode', label: t('plusMasters.column.storeCode') },
      ]}
      order="name"
      about={(device) => (
        <span className="chooser-about">
          <span>
            {[device.storeCode, device.model].filter(Boolean).join(' · ')} <DeviceState status={device.connection} />
          </span>
          {device.timeline !== null && (
            <span data-leaves={isElsewhere(device) || undefined}>
              {t(isElsewhere(device) ? 'plusMasters.choose.leaves' : 'plusMasters.choose.here', {
                name: device.timeline.name,
                screen: device.timeline.screen + 1,
              })}
            </span>
          )}
        </span>
      )}
      refuse={refuse}
      empty={t('plusMasters.none')}
      note={(chosen) => {
        const count = chosen.filter(isElsewhere).length
        return count > 0 ? <p className="aside">{t('plusMasters.choose.leaving', { count })}</p> : null
      }}
      onChoose={onChoose}
      close={close}
    />
  )
}
