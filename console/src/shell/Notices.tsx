/** Where notifications appear: bottom right, three at most, below the screen rather than over its buttons. */
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { notificationMs } from '../ui/notify.ts'
import styles from './Notices.module.css'

export function Notices() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={notificationMs}
      limit={3}
      withinPortal={false}
      classNames={{ root: styles.place, notification: styles.notice }}
    />
  )
}
