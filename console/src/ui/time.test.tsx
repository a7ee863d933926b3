/** Times in lists: how long ago, the whole time to read and to copy, and whose clock it is. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { formatTime, formatTimeIn } from './format.ts'
import { StoreZoneContext } from './store-zone.ts'
import { Time } from './Time.tsx'

const now = Date.UTC(2026, 10, 27, 12, 0, 0) / 1000
async function draw(at: number, zone?: string) {
  await drawDialog(
    <StoreZoneContext value={zone}>
      <Time at={at} />
    </StoreZoneContext>,
    { path: '/members', services: {}, words: ['state'] },
  )
  await eventually(() => expect(document.querySelector('time')).not.toBeNull())
  return document.querySelector('time')!
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: now * 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a time', () => {
  test.each([
    [0, 'now'],
    [59, 'now'],
    [180, '3 min. ago'],
    [7300, '2 hr. ago'],
    [86_399, '23 hr. ago'],
    // The clock of the server is a little ahead.
    [-30, 'now'],
  ])('%i seconds ago says %s, and is whole behind it', async (passed, ago) => {
    const time = await draw(now - passed)
    expect(time.textContent).toBe(`${ago} ${formatTime(now - passed)}`)
    expect(time.dateTime).toBe(new Date((now - passed) * 1000).toISOString())
  })
  test.each([86_400, -61])('%i seconds ago is the time itself', async (passed) => {
    expect((await draw(now - passed)).textContent).toBe(formatTime(now - passed))
  })
  test('goes on while it is in sight', async () => {
    const time = await draw(now - 100)
    expect(time.textContent).toMatch(/^1 min\. ago/)
    vi.advanceTimersByTime(60_000)
    await eventually(() => expect(time.textContent).toMatch(/^2 min\. ago/))
  })
  test('names the clock of the browser, and that of the store which it is about', async () => {
    const { title } = await draw(now, 'Asia/Tokyo')
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(title).toContain(`${formatTime(now)} by the clock of this browser (${zone})`)
    expect(title).toContain('2026-11-27 21:00:00 by the clock of the store (Asia/Tokyo)')
  })
  test('names no clock of a store where the screen is about several', async () => {
    expect((await draw(now)).title).not.toContain('the clock of the store')
  })
  test('by the clock of a zone', () => expect(formatTimeIn('America/New_York', now)).toBe('2026-11-27 07:00:00'))
})
