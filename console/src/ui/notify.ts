/** Notifications bottom right for 10 s (specification 1 §9), loaded with the first one. */
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'

export const notificationMs = 10_000
/** What can be taken back stays longer. */
const undoMs = 20_000

/** Where a notification leads: an address of the console. */
export interface NoticeLink {
  to: string
  search?: object
  /** Without it: Open. */
  text?: string
}

/** Draws a dialog; `close` ends it. */
export type DrawDialog = (close: () => void) => ReactNode
/** How what was done is taken back. */
export interface NoticeUndo {
  /** What the button does, for who does not see beside what it stands. */
  label: string
  /** Answers the dialog that asks first, where one has to. Never rejects: what went wrong is another notification. */
  run: () => Promise<DrawDialog | undefined>
  /** Of what it takes something back, where only the last thing can be: the next such notification takes its place (`hideUndo`). */
  subject?: string
}
/** The notification that may still take something back, by its subject. */
const undoable = new Map<string, string>()
/** What was done to it cannot be taken back any more: its notification goes. */
export function hideUndo(subject: string): void {
  const id = undoable.get(subject)
  if (id === undefined) return
  undoable.delete(subject)
  void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id))
}
const isUndo = (part: NoticeLink | NoticeUndo): part is NoticeUndo => 'run' in part
const isLink = (part: NoticeLink | NoticeUndo): part is NoticeLink => !isUndo(part)

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

let dialog: DrawDialog | undefined
const dialogListeners = new Set<() => void>()
/** The dialog of a notification: it stays when that goes. */
export const noticeDialog = {
  get: () => dialog,
  set: (next: DrawDialog | undefined) => {
    dialog = next
    for (const listener of dialogListeners) listener()
  },
  subscribe: (listener: () => void) => {
    dialogListeners.add(listener)
    return () => void dialogListeners.delete(listener)
  },
}

async function show(text: string, kind: 'ok' | 'bad', title?: string, parts: readonly (NoticeLink | NoticeUndo)[] = []): Promise<void> {
  const id = crypto.randomUUID()
  const undo = parts.find(isUndo)
  if (undo?.subject !== undefined) {
    hideUndo(undo.subject)
    undoable.set(undo.subject, id)
  }
  const [{ notifications }, { default: i18next }, { noticeText }] = await Promise.all([
    import('@mantine/notifications'),
    import('i18next'),
    import('./notice-text.tsx'),
  ])
  // It was overtaken while its code was loaded.
  if (undo?.subject !== undefined && undoable.get(undo.subject) !== id) return
  isNotified = true
  for (const listener of listeners) listener()
  const autoClose = undo === undefined ? notificationMs : undoMs
  const shown = {
    id,
    ...(title !== undefined && { title }),
    message: noticeText({ text, links: parts.filter(isLink), undo, onDone: () => notifications.hide(id) }),
    color: kind === 'ok' ? 'ink' : 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    // It waits for who has reached it by the keyboard, as it does by itself for the pointer.
    onFocus: () => notifications.update({ ...shown, autoClose: false }),
    onBlur: () => notifications.update({ ...shown, autoClose }),
  }
  notifications.show({ ...shown, autoClose })
}

export const notify = (message: string, kind: 'ok' | 'bad' = 'ok'): Promise<void> => show(message, kind)

/** "Complete!" (specification 1 §8), and beside it what was done, and the way to it. */
export const notifyDone = (t: TFunction, what: string, ...parts: readonly (NoticeLink | NoticeUndo)[]): Promise<void> =>
  show(what, 'ok', t('common.complete'), parts)

/** The same below another title, or without one. */
export const notifyAbout = (title: string | undefined, what: string, ...parts: readonly (NoticeLink | NoticeUndo)[]): Promise<void> =>
  show(what, 'ok', title, parts)

/** That something could not be taken back, and the way to it. */
export const notifyNotUndone = (t: TFunction, why: string, ...links: readonly NoticeLink[]): Promise<void> =>
  show(why, 'bad', t('state.done.notUndone'), links)
