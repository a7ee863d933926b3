/** Where notifications appear: bottom right, four at most. */
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { notificationMs } from '../ui/notify.ts'

export function Notices() {
  return <Notifications position="bottom-right" autoClose={notificationMs} limit={4} />
}
