/** /alarm/notification: what is mailed, whether, to whom, and what it says (specification 2 §2, §9). */
import { notifications, type NotificationRow } from '@endcap/contract/notifications'
import { notificationKeys, type NotificationKey } from '@endcap/contract/vocabulary'
import { IconDownload, IconEdit, IconEye, IconFileImport, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { paths } from '../app/paths.ts'
import { useRouteSearch } from '../app/route.ts'
import { errorText, useApi, useCan, useSession } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { tableSpec } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { notify } from '../ui/notify.ts'
import { ImportContents } from './import.modal.tsx'
import { RecipientsModal } from './recipients.modal.tsx'
import { useRecipients } from './use-recipients.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Tick } from '../ui/inputs.tsx'
import { timeColumn } from '../table/columns.tsx'
import helpers from '../ui/helpers.module.css'
import messageStyles from '../ui/Message.module.css'
import styles from './notifications.module.css'
import tableStyles from '../table/table.module.css'
import { clsx } from 'clsx'

const ContentModal = lazyPart(() => import('./content.modal.tsx').then((module) => module.ContentModal))
const icon = { size: 15, stroke: 1.7 }

export function NotificationListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  // What reaches every store is for accounts of all stores to change.
  const mayChange = useSession().user.enableWholeStore && can('alarm.write')
  const navigate = useNavigate()
  const search = useRouteSearch()
  const edited = notificationKeys.find((key) => key === search.edit)
  const [people, setPeople] = useState(false)
  const edit = useCallback(
    (key: NotificationKey | undefined) => void navigate({ to: '.', search: (before: object) => ({ ...before, edit: key }), replace: true }),
    [navigate],
  )
  const spec = useMemo(
    () =>
      tableSpec(notifications.search, {
        name: 'notifications',
        live: 'alarms',
        rowId: ({ notification }) => notification,
        // Specification 2 §2, §9.
        pageLength: 50,
        columns: [
          {
            field: 'notification',
            width: 470,
            cell: ({ notification }) => (
              <button
                type="button"
                className={clsx(tableStyles.open, styles.open)}
                data-part="open"
                title={t(`notifications.when.${notification}`)}
                onClick={() => edit(notification)}
              >
                {t(`notifications.name.${notification}`)}
                <span className={styles.when}>&ensp;{t(`notifications.when.${notification}`)}</span>
              </button>
            ),
            text: ({ notification }) => t(`notifications.name.${notification}`),
          },
          {
            field: 'enabled',
            width: 120,
            cell: (row) => <Sent row={row} readOnly={!mayChange} />,
            text: ({ enabled }) => t(`notifications.sent.${enabled ? 'yes' : 'no'}`),
          },
          timeColumn('sentAt', 190, t('notifications.never')),
          { field: 'changed', width: 150, sort: false, cell: ({ changed }) => t(changed ? 'templates.changed' : 'notifications.default') },
        ],
        filters: {
          notification: { options: notificationKeys, label: (option) => t(`notifications.name.${option}`) },
          enabled: { options: ['yes', 'no'], label: (option) => t(`notifications.sent.${option}`) },
        },
      }),
    [t, mayChange, edit],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.notifications.search({ params: {}, body }, { signal })}
        title={t('notifications.title')}
        head={
          <>
            <People onOpen={() => setPeople(true)} />
            <Export />
          </>
        }
        actions={
          mayChange
            ? [
                {
                  name: 'import',
                  needs: 'alarm.write',
                  on: 'table',
                  icon: IconFileImport,
                  opens: ({ close }) => <ImportContents close={close} />,
                },
              ]
            : []
        }
        tabs={() => <NoMail />}
        rowActions={({ notification }) => (
          <Button
            look="ghost"
            icon
            aria-label={t(mayChange ? 'notifications.edit' : 'notifications.view', { name: t(`notifications.name.${notification}`) })}
            onClick={() => edit(notification)}
          >
            {mayChange ? <IconEdit {...icon} /> : <IconEye {...icon} />}
          </Button>
        )}
      />
      {edited !== undefined && <ContentModal notification={edited} readOnly={!mayChange} close={() => edit(undefined)} />}
      {people && <RecipientsModal close={() => setPeople(false)} />}
    </>
  )
}

/** Whether it is sent: a switch for who may say so. */
function Sent({ row: { notification, enabled }, readOnly }: { row: NotificationRow; readOnly: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    try {
      const { notificationList } = await api.notifications.setting({})
      const others = notificationList.filter((key) => key !== notification)
      await api.notifications.saveSetting({ body: { notificationList: enabled ? others : [...others, notification] } })
      await queries.invalidateQueries({ queryKey: ['alarms', '', notifications.search.path] })
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={styles.sentToggle}>
      <Tick
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state by itself
        role="switch"
        aria-label={t('notifications.send', { name: t(`notifications.name.${notification}`) })}
        checked={enabled}
        disabled={readOnly || busy}
        onChange={() => void change()}
      />
      {t(`notifications.sent.${enabled ? 'yes' : 'no'}`)}
    </label>
  )
}

/** To how many people mails go; a click tells who they are. */
function People({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const { data } = useRecipients()
  if (data === undefined) return null
  return (
    <Button onClick={onOpen}>
      <IconUsers {...icon} />
      {t('notifications.people', { count: data.count })}
    </Button>
  )
}

function NoMail() {
  const { t } = useTranslation()
  const can = useCan()
  const { data } = useRecipients()
  if (data === undefined || data.mailEnabled) return null
  return (
    <p className={messageStyles.message} style={{ margin: '0 16px 12px' }}>
      <span className={helpers.grow}>{t('notifications.noMail')}</span>
      {can('server_config.read') && (
        <Link className={buttonClass()} to={paths.serverConfig} search={{ tab: 'smtp' }}>
          {t('notifications.mailSettings')}
        </Link>
      )}
    </p>
  )
}

/** All contents as a file, which the import takes. */
function Export() {
  const { t } = useTranslation()
  const api = useApi()
  const save = async () => {
    try {
      const { contentList } = await api.notifications.contents({})
      const file = { contentList: contentList.map(({ key, content }) => ({ key, content })) }
      saveBlob(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), 'endcap-notifications.json')
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  return (
    <Button onClick={() => void save()}>
      <IconDownload {...icon} />
      {t('notifications.export')}
    </Button>
  )
}
