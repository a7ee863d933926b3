/** Notifications bottom right for 10 s (specification 1 §9), loaded with the first one. */
export const notificationMs = 10_000

let isNotified = false
const listeners = new Set<() => void>()
/** Whether there was a notification yet, and who wants to know of the first. */
export const firstNotice = {
  isNotified: () => isNotified,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export async function notify(message: string, kind: 'ok' | 'bad' = 'ok'): Promise<void> {
  const [{ notifications }, { default: i18next }] = await Promise.all([import('@mantine/notifications'), import('i18next')])
  isNotified = true
  for (const listener of listeners) listener()
  notifications.show({
    message,
    color: kind === 'ok' ? 'ink' : 'red',
    autoClose: notificationMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
  })
}
