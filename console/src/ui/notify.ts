/** Notifications bottom right for 10 s (specification 1 §9), loaded with the first one. */
export const notificationMs = 10_000

export async function notify(message: string, kind: 'ok' | 'bad' = 'ok'): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ message, color: kind === 'ok' ? 'ink' : 'red', autoClose: notificationMs, withBorder: true })
}
