/** Notifications: what they say, where they lead, and that they stand in the column of the screen. */
import { notifications, notificationsStore } from '@mantine/notifications'
import { describe, expect, test } from 'vitest'
import i18next from 'i18next'
import { Notices } from '../shell/Notices.tsx'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { hideUndo, notify, notifyAbout, notifyDone } from './notify.ts'

const last = () => [...document.querySelectorAll('[role=alert]')].at(-1)
const draw = () => {
  // What other tests have said still stands there.
  notifications.clean()
  return drawDialog(<Notices />, { path: '/members', services: {}, words: ['common', 'state'] })
}

describe('a notification', () => {
  test('says Complete!, what was done, and leads to it; followed, it goes', async () => {
    await draw()
    await notifyDone(i18next.t, i18next.t('state.done.saved', { name: 'Anna Schmidt' }), {
      to: '/members',
      search: { peek: 'anna@shop.example' },
    })
    await eventually(() => expect(last()?.textContent).toContain('Complete!'))
    expect(last()?.textContent).toContain('Saved: Anna Schmidt')
    const link = last()!.querySelector('a')!
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Open', '#/members?peek=anna%40shop.example'])
    link.click()
    await eventually(() => expect(last()).toBeUndefined())
  })
  test('leads to several things by their names; codes of digits alone stay what they are', async () => {
    await draw()
    await notifyAbout(
      'Saved: 1 label is on its way',
      'Milk 0049',
      { to: '/product/list/S1', search: { peek: '0049' } },
      { to: '/product/S1/490100/update/history', search: { code: '490100' }, text: 'History' },
    )
    await eventually(() => expect(last()?.textContent).toContain('Milk 0049'))
    expect([...last()!.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Open', '#/product/list/S1?peek=0049'],
      ['History', '#/product/S1/490100/update/history?code=%22490100%22'],
    ])
  })
  test('takes the place of the one before of the same subject, and goes when nothing can be taken back any more', async () => {
    await draw()
    const undo = { label: 'Undo', run: async () => undefined, subject: 'list' }
    const said = () => [...document.querySelectorAll('[role=alert]')].map((one) => one.textContent)
    await notifyAbout(undefined, 'first', undo)
    await eventually(() => expect(said()).toEqual([expect.stringContaining('first')]))
    await notifyAbout(undefined, 'second', undo)
    await eventually(() => expect(said()).toEqual([expect.stringContaining('second')]))
    hideUndo('list')
    await eventually(() => expect(said()).toEqual([]))
  })
  test('takes back what was done with a button: it stays while that has the focus, runs once, and then goes', async () => {
    await draw()
    let runs = 0
    const undo = { label: 'Undo the change of Milk', run: async () => void runs++ }
    await notifyAbout('Saved', 'Milk', undo)
    await eventually(() => expect(last()?.textContent).toContain('Milk'))
    const button = last()!.querySelector<HTMLButtonElement>('button[aria-label="Undo the change of Milk"]')!
    expect([button.textContent, button.tabIndex]).toEqual(['Undo', 0])
    button.click()
    button.click()
    await eventually(() => expect(last()).toBeUndefined())
    expect(runs).toBe(1)
  })
  test('stays 20 s where it can be taken back, and as long as the focus is on it', async () => {
    await draw()
    await notifyAbout('Saved', 'Milk', { label: 'Undo the change of Milk', run: async () => undefined })
    const undo = () => last()?.querySelector<HTMLButtonElement>('button[aria-label="Undo the change of Milk"]')
    await eventually(() => expect(undo()).toBeDefined())
    const [shown] = notificationsStore.getState().notifications
    expect(shown?.autoClose).toBe(20_000)
    const closesAfter = () => notificationsStore.getState().notifications[0]?.autoClose
    undo()?.focus()
    await eventually(() => expect(closesAfter()).toBe(false))
    expect(document.activeElement).toBe(undo())
    undo()?.blur()
    await eventually(() => expect(closesAfter()).toBe(20_000))
  })
  test('asks in a dialog that stays when the notification has gone', async () => {
    await draw()
    const ask = (close: () => void) => (
      <dialog open>
        <button onClick={close}>Done</button>
      </dialog>
    )
    await notifyAbout('Saved', 'Milk', { label: 'Undo the change of Milk', run: async () => ask })
    await eventually(() => expect(last()?.textContent).toContain('Milk'))
    last()!.querySelector<HTMLButtonElement>('button[aria-label="Undo the change of Milk"]')?.click()
    await eventually(() => expect(document.querySelector('dialog')).not.toBeNull())
    await eventually(() => expect(last()).toBeUndefined())
    document.querySelector<HTMLButtonElement>('dialog button')?.click()
    await eventually(() => expect(document.querySelector('dialog')).toBeNull())
  })
  test('stands where it is drawn: it makes the screen shorter and lies over nothing', async () => {
    await draw()
    await notify('Not loaded', 'bad')
    await eventually(() => expect(last()?.textContent).toBe('Not loaded'))
    expect(last()!.closest('body > div')?.querySelector('[data-position=bottom-right]')?.contains(last()!)).toBe(true)
  })
})
