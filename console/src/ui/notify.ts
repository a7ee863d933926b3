/** Notifications bottom right for 10 s (specification 1 §9), loaded with the first one. */
export const notificationMs = 10_000

export async function notify(message: string, kind: 'ok' | 'bad' = 'ok'): Promise<void> {
  const [{ notifications }, { default: i18next }] = await Promise.all([import('@mantine/notifications'), import('i18next')])
  notifications.show({
    message,
    color: kind === 'ok' ? 'ink' : 'red',
    autoClose: notificationMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
  })
}
