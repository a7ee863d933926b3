/** /tag/{storeCode}/{tagMac}/{tagId}/alarm/history: what was wrong with a tag, and when it was over. */
import { tagAlarmTypes } from '@endcap/contract/alarm-kinds'
import { alarms } from '@endcap/contract/alarms'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { TagHistoryTabs } from '../ui/TagHistoryTabs.tsx'
import { tagAlarmValue } from '../ui/alarm-cells.tsx'
import { spellList } from '../table/alarm-columns.tsx'
import helpers from '../ui/helpers.module.css'

export function TagAlarmsScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, tagMac, tagId } = usePath('storeCode', 'tagMac', 'tagId')
  const spec = useMemo(
    () =>
      tableSpec(alarms.tagHistory, {
        name: 'alarms',
        live: 'tags',
        ...spellList({
          t,
          types: tagAlarmTypes,
          words: 'alarms.tag',
          valueOf: tagAlarmValue,
          more: [{ field: 'repeats', width: 90, numeric: true, sort: false, cell: (alarm) => alarm.repeats + 1 }],
        }),
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      storeCode={storeCode}
      refreshKey={['alarms', tagMac]}
      load={(body, signal) => api.alarms.tagHistory({ params: { storeCode, tagMac }, body }, { signal })}
      title={t('alarms.tagTitle')}
      subtitle={<span className={helpers.mono}>{tagId}</span>}
      tabs={() => <TagHistoryTabs storeCode={storeCode} tagMac={tagMac} tagId={tagId} current="alarm" />}
      empty={t('alarms.noTagAlarms')}
    />
  )
}
