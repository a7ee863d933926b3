/** Software of the machine as its page sees it: asked for, or taken by itself at night. */
import type { Manifest } from '@endcap/contract/player'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HostBusy, type MachineFacts } from './machine.ts'
import { createSoftware } from './software.ts'

const zone = 'Asia/Tokyo'
/** A page on a machine that installs what it is asked to; the time in UTC. */
function pageAt(begun: string, { ver = '2.0', autoUpdate = true, can = true, tried = {}, random = 0.5, launches = false } = {}) {
  vi.useFakeTimers({ now: Date.parse(begun) })
  let launcher: Manifest['launcher'] = null
  let planned: Manifest['software'] = { ver, sha256: 'a'.repeat(64), bytes: 5, type: 'application/octet-stream' }
  const state = { online: true, has: '1.0' as string | null, launcher: null as string | null, kept: tried }
  const asked: string[] = []
  let install: (version: string) => Promise<void> = async () => undefined
  const software = createSoftware({
    machine: {
      facts: () => ({ software: state.has, launcher: state.launcher, can: { update: can, launcher: launches } }) as unknown as MachineFacts,
      renew: async () => undefined,
      install: async (installer, software, authorization) => {
        const local = new Date(Date.now()).toLocaleString('sv-SE', { timeZone: zone }).slice(8, 16)
        asked.push(`${local} ${software.ver} ${authorization}`)
        await install(software.ver)
        state[installer === 'update' ? 'has' : 'launcher'] = software.ver
      },
    },
    manifest: () => ({ settings: { autoUpdate, timeZone: zone }, software: planned, launcher }) as unknown as Manifest,
    authorization: () => 'Bearer t',
    now: Date.now,
    isOnline: () => state.online,
    random: () => random,
    tried: { software: tried, launcher: {} },
    keepTried: async (what, tried) => void (what === 'software' && (state.kept = tried)),
  })
  return {
    software,
    asked,
    state,
    want: (next: Manifest['software']) => (planned = next),
    wantLauncher: (ver: string) => (launcher = { ver, sha256: 'b'.repeat(64), bytes: 5, type: 'application/octet-stream' }),
    installs: (next: typeof install) => (install = next),
    go: (hours: number) => vi.advanceTimersByTimeAsync(hours * 3_600_000),
  }
}
afterEach(() => vi.useRealTimers())

describe('asked to update', () => {
  test('it is installed with the display’s token, and the host tells its version', async () => {
    const { software, asked, state } = pageAt('2026-11-21T03:00:00Z')
    expect(await software.update()).toEqual({ result: 'ok', detail: '2.0 is installed' })
    expect([asked.length, asked[0], state.has]).toEqual([1, expect.stringMatching(/ 2\.0 Bearer t$/), '2.0'])
  })
  test('what is there already is not installed again, and nothing is no failure', async () => {
    const { software, asked, want } = pageAt('2026-11-21T03:00:00Z', { ver: '1.0' })
    expect(await software.update()).toEqual({ result: 'ok', detail: '1.0 is installed already' })
    want(null)
    expect(await software.update()).toEqual({ result: 'ok', detail: 'there is none for this display' })
    expect(asked).toEqual([])
  })
  test('without a host program, or one that was told how, it is unsupported', async () => {
    const { software, asked } = pageAt('2026-11-21T03:00:00Z', { can: false })
    expect(await software.update()).toMatchObject({ result: 'unsupported' })
    const alone = createSoftware({
      machine: undefined,
      manifest: () => undefined,
      authorization: () => undefined,
      now: Date.now,
      isOnline: () => true,
      tried: { software: {}, launcher: {} },
      keepTried: async () => undefined,
    })
    expect(await alone.update()).toMatchObject({ result: 'unsupported' })
    expect(asked).toEqual([])
  })
  test('a failure is told with its reason, and may be tried again', async () => {
    const { software, state, installs, want } = pageAt('2026-11-21T03:00:00Z')
    installs(async () => {
      throw new Error('The disk of this machine is full.')
    })
    const detail = '2.0: The disk of this machine is full.'
    expect(await software.update()).toEqual({ result: 'failed', detail })
    expect([software.problem(), state.has]).toEqual([detail, '1.0'])
    // The reason stays until it is installed, or is not wanted any more.
    want(null)
    expect(software.problem()).toBeUndefined()
    want({ ver: '2.0', sha256: 'a'.repeat(64), bytes: 5, type: '' })
    expect(software.problem()).toBe(detail)
    installs(async () => undefined)
    expect(await software.update()).toMatchObject({ result: 'ok' })
    expect(software.problem()).toBeUndefined()
  })
  test('who asks meanwhile gets the same answer; what another page has begun is left open', async () => {
    const { software, asked, installs, state } = pageAt('2026-11-21T03:00:00Z')
    let done = () => {}
    installs(() => new Promise((resolve) => (done = resolve)))
    const both = [software.update(), software.update()]
    await vi.advanceTimersByTimeAsync(1)
    expect(software.isBusy()).toBe(true)
    done()
    expect(await Promise.all(both)).toMatchObject([{ result: 'ok' }, { result: 'ok' }])
    expect([software.isBusy(), asked.length]).toEqual([false, 1])
    state.has = '1.0'
    installs(async () => {
      throw new HostBusy('Software is being installed already.')
    })
    expect(await software.update()).toBeUndefined()
    expect(software.problem()).toBeUndefined()
  })
})

describe('a launcher', () => {
  test('is installed behind the software by one command, and by itself at night', async () => {
    const { software, asked, state, wantLauncher } = pageAt('2026-11-21T03:00:00Z', { launches: true })
    wantLauncher('5.0')
    expect(await software.update()).toEqual({ result: 'ok', detail: '2.0 is installed; 5.0 is installed' })
    expect(asked.map((one) => one.split(' ')[2])).toEqual(['2.0', '5.0'])
    expect([state.has, state.launcher]).toEqual(['2.0', '5.0'])
    const night = pageAt('2026-11-21T03:00:00Z', { launches: true, can: false })
    night.wantLauncher('5.1')
    await night.go(24)
    expect(night.asked).toEqual([expect.stringContaining(' 5.1 ')])
  })
  test('that fails is told, also where the software went well; a machine that takes launchers alone takes them', async () => {
    const { software, installs, state, wantLauncher } = pageAt('2026-11-21T03:00:00Z', { launches: true })
    wantLauncher('5.0')
    installs(async (ver) => {
      if (ver === '5.0') throw new Error('no room')
    })
    expect(await software.update()).toEqual({ result: 'failed', detail: '2.0 is installed; 5.0: no room' })
    expect([state.has, state.launcher, software.problem()]).toEqual(['2.0', null, '5.0: no room'])
    const alone = pageAt('2026-11-21T03:00:00Z', { launches: true, can: false })
    alone.wantLauncher('5.0')
    expect(await alone.software.update()).toEqual({ result: 'ok', detail: '5.0 is installed' })
    const unable = pageAt('2026-11-21T03:00:00Z')
    unable.wantLauncher('5.0')
    expect(await unable.software.update()).toEqual({ result: 'ok', detail: '2.0 is installed' })
    expect(unable.asked).toHaveLength(1)
  })
})

describe('by itself', () => {
  // Noon in Tokyo.
  const noon = '2026-11-21T03:00:00Z'
  test('another version is taken at night on the display’s clock, before the page starts anew, and once', async () => {
    const { asked, go } = pageAt(noon)
    await go(14.7)
    expect(asked).toEqual([])
    await go(33)
    expect(asked).toEqual([expect.stringMatching(/^22 02:(4[5-9]|50) 2\.0 Bearer t$/)])
  })
  test('displays begin one after the other', async () => {
    const early = pageAt(noon, { random: 0 })
    await early.go(24)
    const late = pageAt(noon, { random: 0.999 })
    await late.go(24)
    expect([early.asked[0], late.asked[0]]).toEqual([expect.stringMatching(/^22 02:0/), expect.stringMatching(/^22 03:(29|3)/)])
  })
  test('a version that fails is tried once a night, also when the page starts anew; another one is tried in the same night', async () => {
    const { asked, go, installs, state } = pageAt(noon)
    installs(async () => {
      throw new Error('no')
    })
    await go(14.9)
    expect(asked).toHaveLength(1)
    const anew = pageAt('2026-11-21T17:55:00Z', { tried: state.kept })
    await anew.go(1)
    expect(anew.asked).toEqual([])
    const other = pageAt('2026-11-21T17:55:00Z', { tried: state.kept, ver: '2.1' })
    await other.go(1)
    expect(other.asked).toEqual([expect.stringContaining(' 2.1 ')])
    expect(Object.keys(other.state.kept)).toEqual(['2.0', '2.1'])
    // The next night, and what was tried before it is forgotten.
    const next = pageAt('2026-11-22T03:00:00Z', { tried: other.state.kept })
    await next.go(24)
    expect(next.asked).toHaveLength(1)
    expect(Object.keys(next.state.kept)).toEqual(['2.0'])
  })
  test.each([
    ['where its settings do not say so', { autoUpdate: false }],
    ['what it has', { ver: '1.0' }],
    ['where nothing installs it', { can: false }],
  ])('nothing is taken: %s', async (_, more) => {
    const { asked, go, state } = pageAt(noon, more)
    await go(48)
    expect([asked, state.kept]).toEqual([[], {}])
  })
  test('not while the server is out of reach', async () => {
    const { asked, go, state } = pageAt(noon)
    state.online = false
    await go(24)
    expect(asked).toEqual([])
    state.online = true
    await go(24)
    expect(asked).toEqual([expect.stringMatching(/^23 02:/)])
  })
})
