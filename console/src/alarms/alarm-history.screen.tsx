/** /alarm/history: system alarms, newest first, with what each of them tells and where it leads. */
import { alarms, alarmStates, alarmTypes, type AlarmType } from '@endcap/contract/alarms'
import { Link } from '@tanstack/react-router'
import { IconEye, IconListCheck, IconTags } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { formatTime } from '../ui/format.ts'
import { AlarmPeek } from './AlarmPeek.tsx'
import { AlarmClass, AlarmState } from './cells.tsx'
import { alarmTypeName, alarmWords, linkOf } from './words.ts'

const icon = { size: 15, stroke: 1.7 }

export function AlarmHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const spec = useMemo(
    () =>
      tableSpec(alarms.history, {
        name: 'alarms',
        live: 'alarms',
        rowId: (alarm) => `${alarm.location}/${alarm.alarmId}`,
        // Specification 1 §9: histories.
        pageLength: 10,
        columns: [
          { field: 'type', width: 222, cell: (alarm) => alarmTypeName(alarm.type, t) },
          {
            field: 'class',
            width: 112,
            cell: (alarm) => <AlarmClass level={alarm.class} />,
            text: (alarm) => t(`alarms.class${alarm.class}`),
          },
          {
            field: 'data',
            width: 400,
            sort: false,
            cell: (alarm) => {
              const { title, detail } = alarmWords(alarm, t)
              return (
                <span title={`${title}\n${detail}`}>
                  {title}
                  <span style={{ color: 'var(--ink-3)' }}>&ensp;{detail}</span>
                  <span className="on-phone">
                    <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />
                  </span>
                </span>
              )
            },
            text: (alarm) => Object.values(alarmWords(alarm, t)).join('. '),
          },
          {
            field: 'state',
            width: 256,
            sort: false,
            cell: (alarm) => <AlarmState since={alarm.raisedAt} clearedAt={alarm.clearedAt} />,
            text: (alarm) =>
              alarm.clearedAt === null
                ? t('alarms.openSince', { time: formatTime(alarm.raisedAt) })
                : t('alarms.clearedAt', { time: formatTime(alarm.clearedAt) }),
          },
          { field: 'location', width: 110, cell: (alarm) => <span className="mono">{alarm.location}</span> },
          { field: 'updatedAt', width: 172, cell: (alarm) => formatTime(alarm.updatedAt) },
          { field: 'repeats', width: 90, numeric: true, sort: false, cell: (alarm) => alarm.repeats + 1 },
          { field: 'subject', width: 200, optional: true, cell: (alarm) => <span className="mono">{alarm.subject}</span> },
        ],
        filters: {
          location: 'text',
          subject: 'text',
          // The options are those of the contract.
          type: { options: alarmTypes, label: (option) => alarmTypeName(option as AlarmType, t) },
          class: { options: ['1', '2', '3'], label: (option) => t(`alarms.class${option}`) },
          state: { options: alarmStates, label: (option) => t(`alarms.${option}`) },
        },
        dateRange: true,
        defaultOrder: { column: 'updatedAt', dir: 'desc' },
      }),
    [t],
  )
  return (
    <TableScreen
      spec={spec}
      load={(body, signal) => api.alarms.history({ params: {}, body }, { signal })}
      title={t('alarms.title')}
      actionsWidth={70}
      rowActions={(alarm, open) => {
        const link = linkOf(alarm, can)
        const subject = alarm.subject
        return (
          <>
            <button
              type="button"
              className="btn ghost icon"
              aria-label={t('alarms.show', { type: alarmTypeName(alarm.type, t), subject })}
              onClick={() => open(alarm)}
            >
              <IconEye {...icon} />
            </button>
            {link !== undefined && (
              <Link
                className="btn ghost icon"
                aria-label={t(link.kind === 'task' ? 'alarms.toTask' : 'alarms.toTags', { subject })}
                to={link.to}
                search={link.search}
              >
                {link.kind === 'task' ? <IconListCheck {...icon} /> : <IconTags {...icon} />}
              </Link>
            )}
          </>
        )
      }}
      peek={(id, step, close) => <AlarmPeek id={id} onStep={step} onClose={close} />}
    />
  )
}
