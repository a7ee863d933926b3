/** Displays for a screen of a timeline: each says where it is now, and that it leaves there (specification 3 §2). */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Chooser } from '../form/Chooser.tsx'
import { DeviceState } from '../ui/display-cells.tsx'
import { masterName } from './masters.ts'
import helpers from '../ui/helpers.module.css'
import styles from './display-masters.module.css'

interface Props {
  title: string
  /** The timeline that they are chosen for: being in it already is no leaving. */
  timelineId: string
  /** Why one cannot be chosen. */
  refuse: (device: DisplayMaster) => string | undefined
  /** What may be wrong with one that can be chosen all the same. */
  warn?: (device: DisplayMaster) => string | undefined
  onChoose: (devices: DisplayMaster[]) => void
  close: () => void
}

export function ChooseDisplays({ title, timelineId, refuse, warn, onChoose, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const isInOtherTimeline = ({ timeline }: DisplayMaster) => timeline !== null && timeline.id !== timelineId
  return (
    <Chooser
      title={title}
      submit={t('displayMasters.choose.add')}
      queryKey={['masters', 'choose']}
      load={(body, signal) => api.displayMasters.search({ params: {}, body }, { signal })}
      rowId={({ mac }) => mac}
      nameOf={masterName}
      filters={[
        { name: 'name', label: t('displayMasters.column.name') },
        { name: 'code', label: t('displayMasters.column.code') },
        { name: 'storeCode', label: t('displayMasters.column.storeCode') },
      ]}
      order="name"
      about={(device) => (
        <span className={styles.chooserAbout}>
          <span>
            {[device.storeCode, device.model].filter(Boolean).join(' · ')} <DeviceState status={device.connection} />
          </span>
          {device.timeline !== null && (
            <span data-leaves={isInOtherTimeline(device) || undefined}>
              {t(isInOtherTimeline(device) ? 'displayMasters.choose.leaves' : 'displayMasters.choose.here', {
                name: device.timeline.name,
                screen: device.timeline.screen + 1,
              })}
            </span>
          )}
          {warn?.(device) !== undefined && <span data-leaves>{warn(device)}</span>}
        </span>
      )}
      refuse={refuse}
      empty={t('displayMasters.none')}
      note={(chosen) => {
        const count = chosen.filter(isInOtherTimeline).length
        return count > 0 ? <p className={helpers.aside}>{t('displayMasters.choose.leaving', { count })}</p> : null
      }}
      onChoose={onChoose}
      close={close}
    />
  )
}
