/** Notifications bottom right for 10 s (specification 1 §9), loaded with the first one. */
import type { TFunction } from 'i18next'

export const notificationMs = 10_000

/** Where a notification leads: an address of the console. */
export interface NoticeLink {
  to: string
  search?: object
  /** Without it: Open. */
  text?: string
}

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

async function show(text: string, kind: 'ok' | 'bad', title?: string, links: readonly NoticeLink[] = []): Promise<void> {
  const [{ notifications }, { default: i18next }, { noticeText }] = await Promise.all([
    import('@mantine/notifications'),
    import('i18next'),
    import('./notice-text.tsx'),
  ])
  isNotified = true
  for (const listener of listeners) listener()
  const id = crypto.randomUUID()
  notifications.show({
    id,
    ...(title !== undefined && { title }),
    message: noticeText({ text, links, onFollow: () => notifications.hide(id) }),
    color: kind === 'ok' ? 'ink' : 'red',
    autoClose: notificationMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
  })
}

export const notify = (message: string, kind: 'ok' | 'bad' = 'ok'): Promise<void> => show(message, kind)

/** "Complete!" (specification 1 §8), and beside it what was done, and the way to it. */
export const notifyDone = (t: TFunction, what: string, ...links: readonly NoticeLink[]): Promise<void> =>
  show(what, 'ok', t('common.complete'), links)

/** The same below another title, or without one. */
export const notifyAbout = (title: string | undefined, what: string, ...links: readonly NoticeLink[]): Promise<void> =>
  show(what, 'ok', title, links)
