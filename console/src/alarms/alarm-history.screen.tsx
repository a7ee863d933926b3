/** /alarm/history: system alarms, newest first, with what each of them tells and where it leads. */
import { alarms, alarmTypes } from '@endcap/contract/alarms'
import type { FilterOf, TableCall } from '@endcap/contract/table'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconEye, IconListCheck, IconSettings, IconTags } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { codeColumn } from '../table/columns.tsx'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { AlarmPeek } from './AlarmPeek.tsx'
import { alarmColumns, alarmFilters, alarmList } from '../table/alarm-columns.tsx'
import { alarmTypeName, alikeWords, linkOf, newestAlone } from '../ui/alarm-words.ts'
import { Segments } from '../ui/Segments.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'

type Body = TableCall<FilterOf<typeof alarms.history>>
const hasFilter = (body: Body) => Object.keys(body).some((key) => key.startsWith('filter_'))
/** Whether the filter looks at what alarms of one outage do not share, so that the newest cannot stand for all. */
const looksAtEach = ({ filter_subject, filter_startDate, filter_endDate }: Body) =>
  (filter_subject ?? filter_startDate ?? filter_endDate) !== undefined

const AlarmSettingsModal = lazyPart(() => import('./settings.modal.tsx').then((module) => module.AlarmSettingsModal))
const icon = { size: 15, stroke: 1.7 }

export function AlarmHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  /** Whether those of one outage stand each in a row of its own. */
  const each = textOf(useRouteSearch().rowsOf) === 'each'
  const spec = useMemo(() => {
    const columns = alarmColumns(t, alikeWords)
    return tableSpec(alarms.history, {
      ...alarmList,
      columns: [
        columns.type,
        columns.class,
        columns.data,
        columns.state,
        codeColumn('location', 110),
        columns.updatedAt,
        columns.repeats,
        { ...codeColumn('subject', 200), optional: true },
      ],
      filters: { location: 'text', subject: 'text', ...alarmFilters(alarmTypes, t) },
    })
  }, [t])
  const navigate = useNavigate()
  const settings = textOf(useRouteSearch().settings)
  const look = (type: string | undefined) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, settings: type }), replace: true })
  return (
    <>
      <TableScreen
        spec={spec}
        head={
          <>
            <Segments
              label={t('alarms.rows')}
              value={each ? 'each' : 'together'}
              options={(['together', 'each'] as const).map((value) => ({ value, label: t(`alarms.row.${value}`) }))}
              onChange={(value) =>
                void navigate({
                  to: '.',
                  search: (before: object) => ({ ...before, rowsOf: value === 'each' ? value : undefined }),
                  replace: true,
                })
              }
            />
            <Button onClick={() => look(alarmTypes[0])}>
              <IconSettings {...icon} />
              {t('alarmSettings.open')}
            </Button>
          </>
        }
        refreshKey={[each ? 'each' : 'together']}
        load={async (body, signal) => {
          if (each || looksAtEach(body)) {
            const all = await api.alarms.history({ params: {}, body }, { signal })
            // Each stands for itself, also while the rows of the other kind are fetched.
            return { ...all, data: all.data.map((alarm) => ({ ...alarm, alike: 1 })) }
          }
          const page = await api.alarms.history({ params: {}, body: { ...body, ...newestAlone } }, { signal })
          const data = page.data.map((alarm) => ({ ...alarm, raisedAt: alarm.alikeSince }))
          // Without a filter there are as many as the list has.
          return { ...page, data, recordsTotal: hasFilter(body) ? page.recordsTotal : page.recordsFiltered }
        }}
        title={t('alarms.title')}
        rowButtons={2}
        rowActions={(alarm, open) => {
          const link = linkOf(alarm, can)
          const subject = alarm.subject
          return (
            <>
              <Button
                look="ghost"
                icon
                aria-label={t('alarms.show', { type: alarmTypeName(alarm.type, t), subject })}
                onClick={() => open(alarm)}
              >
                <IconEye {...icon} />
              </Button>
              {link !== undefined && (
                <Link
                  className={buttonClass('ghost', { icon: true })}
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
      {settings !== undefined && <AlarmSettingsModal chosen={settings} onChoose={look} close={() => look(undefined)} />}
    </>
  )
}
