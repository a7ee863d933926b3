/** What displays of the v1 line play: their part of a timeline, its files, their settings; and who is told when it changes. */
import { planOf, sceneAt } from '@endcap/signage/plan'
import { describe, expect, test } from 'vitest'
import { serveDisplayLine } from '../../testing/display-line.ts'
import { picture } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, app, context } = parts
const { newStore, newDisplay, newContent, newShow, newSet, newTimeline, newChain, send, good, manifestOf, showBody } = signageOf({
  ...parts,
  mark: '91',
})
const file = (token: string, hash: string) =>
  app.inject({ url: `/api/player/v1/content/${hash}`, headers: { authorization: `Bearer ${token}` } })

describe('a display in a timeline', () => {
  test('plays its rows with their sets and shows, and is given the files of what its screen sees', async () => {
    const store = await newStore()
    const [left, right] = [await newDisplay(store), await newDisplay(store)]
    const [a, b] = [await newContent(), await newContent()]
    const show = await newShow([a, b])
    const set = await newSet([show])
    await newSet([show], 'Played by nobody')
    await newTimeline([set], [[left.mac], [right.mac]])
    const [first, second] = [await manifestOf(left.token), await manifestOf(right.token)]
    expect(first.plan).toMatchObject({
      line: 'v1',
      screen: 0,
      rows: [{ id: set, period: null, days: [], time: [] }],
      sets: { [set]: { list: [{ id: show, duration: 20 }] } },
      shows: {
        [show]: {
          width: 3840,
          height: 158,
          duration: 30,
          timeline: [[{ id: a, start: 0, duration: 10, fit: 'contain', mute: false }], [{ id: b }]],
        },
      },
    })
    expect(Object.keys(first.plan.line === 'v1' ? first.plan.sets : {})).toEqual([set])
    expect([Object.keys(first.files), Object.keys(second.files)]).toEqual([[`content:${a}`], [`content:${b}`]])
    expect(first.files[`content:${a}`]).toMatchObject({ kind: 'image', type: 'image/png', width: 64 })
    const [own, other] = [first.files[`content:${a}`]?.sha256 ?? '', second.files[`content:${b}`]?.sha256 ?? '']
    expect([(await file(left.token, own)).statusCode, (await file(left.token, other)).statusCode]).toEqual([200, 404])
    const now = context.clock.now().getTime()
    expect([sceneAt(planOf(first), now), sceneAt(planOf(second), now)]).toMatchObject([
      { kind: 'show', showId: show, screen: 0 },
      { kind: 'show', screen: 1 },
    ])
  })
  test('has its v1 settings; without a timeline its prices', async () => {
    const store = await newStore({ timeZone: 'Asia/Tokyo' })
    await good(api('POST', '/product', { storeCode: store, productList: [{ prCode: 'P-1', prInfo: ['', 'Milk', '', '198'] }] }))
    const { mac, token } = await newDisplay(store)
    const config = {
      storeCode: store,
      name: 'Shelf',
      volume: 6,
      bright: 4,
      orientation: 90,
      opentime: '08:00',
      closetime: '22:00',
      screenInterval: 120,
      bt: true,
      timeserver: '10.0.0.123',
    }
    const unsaid = { bluetooth: null, nfc: null, autorun: null, timeserver: '' }
    expect((await manifestOf(token)).settings).toMatchObject(unsaid)
    await good(api('POST', '/plus/v1/config', { mac, config }))
    await good(api('POST', '/plus/v1/assign', { mac, product: ['P-1'] }))
    const plan = { line: 'v1', rows: [], sets: {}, shows: {}, screen: 0 }
    const settings = {
      timeZone: 'Asia/Tokyo',
      volume: 0.4,
      brightness: 0.4,
      orientation: 90,
      opentime: '08:00',
      closetime: '22:00',
      screenshotSeconds: 120,
      bluetooth: true,
      nfc: false,
      autorun: true,
      timeserver: '10.0.0.123',
    }
    const manifest = await manifestOf(token)
    expect(manifest).toMatchObject({ device: { name: 'Shelf' }, plan, settings, products: [{ slot: 1, prCode: 'P-1' }], files: {} })
    expect(sceneAt(planOf(manifest), context.clock.now().getTime()).kind).toBe('products')
    await good(api('POST', '/plus/v1/config', { mac, config: { ...config, timezone: 'Europe/Berlin' } }))
    expect((await manifestOf(token)).settings.timeZone).toBe('Europe/Berlin')
  })
  test('that is put into a timeline stays as loud and as bright as it was, on its clock, until v1 settings are saved', async () => {
    const store = await newStore({ timeZone: 'Asia/Tokyo' })
    const { mac, token } = await newDisplay(store)
    const [plain] = [await newDisplay(store)]
    const v0 = { volume: 7, brightness: 200, tz: 'Asia/Seoul', localNtpServer: 'ntp.example' }
    await good(api('POST', '/plus/device/config', { storeCode: store, mac, ...v0 }))
    const { settings: before } = await manifestOf(token)
    await newTimeline([], [[mac, plain.mac]])
    const { plan, settings } = await manifestOf(token)
    expect(plan.line).toBe('v1')
    expect(settings).toMatchObject({ volume: before.volume, brightness: 0.8, timeZone: 'Asia/Seoul', timeserver: 'ntp.example' })
    const { config } = (await api('GET', `/plus/v1/config/device/${mac}`)).body
    expect(config).toMatchObject({ volume: 7, bright: 8, timezone: 'Asia/Seoul', timeserver: 'ntp.example' })
    // One that was never set begins mute and bright, on either line.
    expect((await manifestOf(plain.token)).settings).toMatchObject({ volume: 0, brightness: 1, timeZone: 'Asia/Tokyo' })
    await good(api('POST', '/plus/v1/config', { mac, config: { storeCode: store, volume: 0, bright: 5 }, line: 'v1' }))
    expect((await manifestOf(token)).settings).toMatchObject({ volume: 0, brightness: 0.5, timeZone: 'Asia/Tokyo', timeserver: '' })
  })
  test('the list of its store says which timeline it plays in place of its slides', async () => {
    const store = await newStore()
    const { mac } = await newDisplay(store)
    const listed = async () => {
      const { data } = await good(api('POST', `/status/store/${store}/plus/device/search`, {}))
      return (data as { timeline: string | null }[]).map(({ timeline }) => timeline)
    }
    expect(await listed()).toEqual([null])
    await good(api('POST', '/plus/v1/config', { mac, config: { storeCode: store, name: 'Shelf' } }))
    expect(await listed()).toEqual([''])
    await newChain([[mac]])
    expect(await listed()).toEqual([expect.stringMatching(/^Timeline \d+$/)])
  })
})

describe('a change of the library', () => {
  const openLine = serveDisplayLine({ context: context.context, app })
  async function open(token: string) {
    const { socket, heard } = await openLine(token)
    const revs = () => heard.flatMap((said) => (said.t === 'rev' ? [said.rev] : []))
    await expect.poll(() => revs()).toHaveLength(1)
    return { socket, revs }
  }
  test('reaches within two seconds the displays that play it, and no others', async () => {
    const [here, there] = [await newStore(), await newStore()]
    const [playing, neighbour, ofOtherStore] = [await newDisplay(here), await newDisplay(here), await newDisplay(there)]
    const { content, show, set, timeline } = await newChain([[playing.mac]])
    const ofOthers = await newChain([[neighbour.mac, ofOtherStore.mac]])
    const lines = [await open(playing.token), await open(neighbour.token), await open(ofOtherStore.token)]
    const [line] = lines
    const base = showBody('Changed', [content])
    const changes: [string, () => Promise<unknown>][] = [
      ['content', async () => send('/plus/v1/content/file', 'b.png', await picture(70, 9).png().toBuffer(), { fields: { id: content } })],
      ['show', () => good(api('POST', '/plus/v1/show', { ...base, id: show, duration: 25 }))],
      [
        'set',
        () =>
          good(
            api('POST', '/plus/v1/set', {
              id: set,
              name: 'Changed',
              list: [
                { id: show, duration: 7 },
                { id: 'price', duration: 3 },
              ],
            }),
          ),
      ],
      ['rows', () => good(api('POST', '/plus/v1/timeline', { id: timeline, schedule: [{ id: set, days: [1] }] }))],
      ['screen', () => good(api('POST', '/plus/v1/timeline', { id: timeline, device: [[], [playing.mac]] }))],
      ['settings', () => good(api('POST', '/plus/v1/config', { mac: playing.mac, config: { storeCode: here, volume: 9 } }))],
      ['end', () => good(api('POST', '/plus/v1/timeline/delete', { ids: [timeline] }))],
    ]
    for (const [index, [what, change]] of changes.entries()) {
      await change()
      await expect.poll(() => [what, line?.revs().length]).toEqual([what, index + 2])
      expect((await manifestOf(playing.token)).rev).toBe(line?.revs().at(-1))
    }
    // Each display hears its changes in their order: what comes first to the others is the end of their own timeline.
    await good(api('POST', '/plus/v1/timeline/delete', { ids: [ofOthers.timeline] }))
    await expect.poll(() => lines.slice(1).every(({ revs }) => revs().length > 1)).toBe(true)
    expect(lines.map(({ revs }) => revs().length)).toEqual([changes.length + 1, 2, 2])
    for (const { socket } of lines) socket.close()
  })
})
