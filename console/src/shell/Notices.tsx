/** Where notifications appear: bottom right, three at most, below the screen rather than over its buttons; and the dialog that one of them asks in. */
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { noticeDialog, notificationMs } from '../ui/notify.ts'
import styles from './Notices.module.css'

/** `over`: the screen keeps its height, as editors do, in which nothing may move while something is dragged. */
export function Notices({ over = false }: { over?: boolean }) {
  const draw = useSyncExternalStore(noticeDialog.subscribe, noticeDialog.get)
  return (
    <>
      <Notifications
        position="bottom-right"
        autoClose={notificationMs}
        limit={3}
        withinPortal={false}
        classNames={{ root: clsx(styles.place, over && styles.over), notification: styles.notice }}
      />
      {draw?.(() => noticeDialog.set(undefined))}
    </>
  )
}
