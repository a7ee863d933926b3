/**
 * Where notifications appear: bottom right, three at most, below the screen and its dialogs rather than over their buttons; and the dialog that
 * one of them asks in.
 */
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { clsx } from 'clsx'
import { useEffect, useSyncExternalStore } from 'react'
import { noticeDialog, notificationMs } from '../ui/notify.ts'
import styles from './Notices.module.css'

/** Pixels between a dialog and the notifications below it. */
const gap = 8

/** A dialog yields no more of a low window to them, however many they are. */
const highest = '30dvh'

/** While they stand, `--notices` says how much of the window's foot they take. */
function useRoomForDialogs(): void {
  useEffect(() => {
    const place = document.querySelector('[data-position=bottom-right]')
    if (place === null) return undefined
    const page = document.documentElement.style
    const measure = new ResizeObserver(() => {
      const { top, height } = place.getBoundingClientRect()
      page.setProperty('--notices', `min(${height === 0 ? 0 : Math.round(innerHeight - top) + gap}px, ${highest})`)
    })
    measure.observe(place)
    return () => {
      measure.disconnect()
      page.removeProperty('--notices')
    }
  }, [])
}

/** `over`: the screen keeps its height, as editors do, in which nothing may move while something is dragged. */
export function Notices({ over = false }: { over?: boolean }) {
  useRoomForDialogs()
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
