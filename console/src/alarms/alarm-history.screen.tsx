/** /alarm/history: system alarms, newest first, with what each of them tells and where it leads. */
import { alarms, alarmTypes } from '@endcap/contract/alarms'
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
import { alarmTypeName, linkOf } from '../ui/alarm-words.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'

const AlarmSettingsModal = lazyPart(() => import('./settings.modal.tsx').then((module) => module.AlarmSettingsModal))
const icon = { size: 15, stroke: 1.7 }

export function AlarmHistoryScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const spec = useMemo(() => {
    const columns = alarmColumns(t)
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
          <Button onClick={() => look(alarmTypes[0])}>
            <IconSettings {...icon} />
            {t('alarmSettings.open')}
          </Button>
        }
        load={(body, signal) => api.alarms.history({ params: {}, body }, { signal })}
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
