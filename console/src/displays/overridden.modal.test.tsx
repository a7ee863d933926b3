/** What dialogs say after something was set for displays that go on with something else. */
import { deviceCaps } from '@endcap/contract/device-report'
import type { Display, OverriddenDisplay } from '@endcap/contract/displays'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { ShowIndexModal } from './ask.modals.tsx'

const display = (mac: string, more: Partial<Display>): Display => ({
  _id: mac,
  mac,
  name: mac,
  model: '',
  ver: '',
  template: '',
  timeline: null,
  playlists: [],
  status: 'ONLINE',
  recvTime: null,
  showIdx: null,
  mode: 'normal',
  product: [],
  upToDate: true,
  notShown: 0,
  screenFault: null,
  code: null,
  caps: deviceCaps.parse({ host: false, reboot: false, brightness: false, screenshot: false, offlineStart: true }),
  screen: { width: 1920, height: 158 },
  ...more,
})
const session = { user: { privilege: [] } }
const season = { id: '7', name: 'Season' }

/** Fixes a slide of two displays; the server names these. */
async function fixSlide(overridden: OverriddenDisplay[]) {
  const closed: boolean[] = []
  const rows = [display('Window', { timeline: 'Season · 1', playlists: [season] }), display('Door', {})]
  const api = { displays: { setShowIndex: () => Promise.resolve({ devices: 2, overridden }) } }
  await drawDialog(<ShowIndexModal rows={rows} close={(changed) => closed.push(changed)} />, {
    path: '/plus/device/list/$storeCode',
    services: { api, session: { get: () => session, subscribe: () => () => undefined } },
    words: ['displays'],
  })
  await expect.poll(() => document.querySelector('form button[type=submit]')).not.toBeNull()
  document.querySelector<HTMLButtonElement>('form button[type=submit]')?.click()
  return closed
}

test('one that plays a playlist, a timeline or products is named with the way there', async () => {
  const named = (mac: string) => ({ mac, name: mac, mode: 'normal' as const, timeline: null, timelineId: null, playlists: [] })
  const closed = await fixSlide([
    { ...named('Window'), timeline: 'Season · 1', timelineId: '3', playlists: [season] },
    { ...named('Till'), timeline: 'By hand', timelineId: '4' },
    { ...named('Shelf'), mode: 'product' },
  ])
  const lines = () => [...document.querySelectorAll('[data-part=overridden] li')].map((line) => line.textContent)
  await expect.poll(lines).toEqual(['Window: Playlist Season', 'Till: Timeline By hand', 'Shelf: Its products'])
  expect(document.body.textContent).toContain('3 displays go on with something else:')
  const links = [...document.querySelectorAll('[data-part=overridden] a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/plus/v1/playlist/update/7', '/plus/v1/timeline/device/4'])
  expect(closed).toEqual([])
})
test('where all displays do what was set, the dialog is over', async () => {
  const closed = await fixSlide([])
  await expect.poll(() => closed).toEqual([true])
})
