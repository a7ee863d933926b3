/** Playlists: what is made of them, what displays play then, and who may change what. */
import type { Playlist, PlaylistDisplay } from '@endcap/contract/playlists'
import type { SignageShow } from '@endcap/contract/shows'
import { describe, expect, test } from 'vitest'
import { sceneAt, planOf } from '@endcap/signage/plan'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api } = parts
const { db } = parts.context.context
const { newStore, newDisplay, newContent, newTimeline, newChain, newWriter, good, recorded, manifestOf } = signageOf({
  ...parts,
  mark: 'a7',
})
const [apple, milk] = [await newContent('Apples'), await newContent('Milk')]
const items = (...ids: string[]) => ids.map((id) => ({ id, duration: 10 }))
const save = (body: object) => api('POST', '/plus/v1/playlist', { name: 'Season', items: items(apple), device: [], ...body })
const read = async (id: string) => (await api<Playlist>('GET', `/plus/v1/playlist/${id}`)).body
const remove = (...ids: string[]) => api('POST', '/plus/v1/playlist/delete', { ids })
const lineOf = async (mac: string) =>
  (await db.selectFrom('plus_devices').select('line').where('mac', '=', mac).executeTakeFirstOrThrow()).line
const offered = async (mac: string) =>
  ((await api('GET', '/plus/v1/playlist/device')).body.deviceList as PlaylistDisplay[]).find((one) => one.mac === mac)

/** What a display plays at an instant, by the rules of the player: ids of contents, `price`, or what its scene is called. */
async function playedBy({ token }: { token: string }, at: string): Promise<string[]> {
  const manifest = await manifestOf(token)
  const scene = sceneAt(planOf(manifest), new Date(at).getTime())
  if (scene.kind !== 'show' || manifest.plan.line !== 'v1') return [scene.kind]
  return (manifest.plan.shows[scene.showId]?.timeline ?? []).flatMap((area) => area.map(({ id }) => id))
}
const noon = '2026-11-25T12:00:00+09:00'
const evening = '2026-11-25T20:00:00+09:00'
const lunch = [{ days: [1, 2, 3, 4, 5], time: [{ start: '11:00', end: '14:00' }] }]

describe('a playlist', () => {
  test('is made into one show for each size of screens, sets with the price list, and timelines of its displays', async () => {
    const store = await newStore()
    const [bar, wide, tall] = [
      await newDisplay(store),
      await newDisplay(store, { screen_width: 1920, screen_height: 540 }),
      await newDisplay(store, { screen_width: 1920, screen_height: 540, v1_config: JSON.stringify({ orientation: 90 }) }),
    ]
    const device = [bar.mac, wide.mac, tall.mac]
    const { id, updatedAt } = await good(save({ items: items(apple, milk, 'price', apple), device, hours: lunch }))
    expect(await read(id)).toMatchObject({
      name: 'Season',
      itemCount: 4,
      duration: 40,
      deviceCount: 3,
      online: 3,
      hours: lunch,
      period: null,
      changed: [],
      updatedAt,
      items: [{ id: apple, name: 'Apples', type: 'image' }, { id: milk, name: 'Milk' }, { id: 'price', type: 'price' }, { id: apple }],
    })
    expect((await read(id)).device.toSorted()).toEqual(device)
    const { showList } = (await api<{ showList: SignageShow[] }>('POST', '/plus/v1/show/list', {})).body
    const made = showList.filter(({ name }) => name.startsWith('Season · '))
    expect(made.map(({ name }) => name)).toEqual([
      'Season · 1920 × 158 · 1',
      'Season · 1920 × 158 · 2',
      'Season · 1920 × 540 · 1',
      'Season · 1920 × 540 · 2',
      'Season · 1920 × 540/90 · 1',
      'Season · 1920 × 540/90 · 2',
    ])
    expect(made.map(({ resolution }) => resolution).filter((_, place) => place % 2 === 0)).toEqual(['1920x158', '1920x540', '540x1920'])
    expect((await api('POST', '/plus/v1/set/search', { filter_name: 'Season · 1920 × 158' })).body.data).toMatchObject([
      { duration: 40, entryCount: 3 },
    ])
    for (const display of [bar, wide, tall]) {
      expect(await playedBy(display, noon)).toEqual([apple, milk])
      expect(await playedBy(display, evening)).toEqual(['black'])
    }
    expect((await recorded('display-playlist', id))[0]).toMatchObject({ action: 'playlists.save', before: null, after: { name: 'Season' } })
  })
  test('that is changed changes what is made of it, and leaves nothing behind when it goes: displays show their slides again', async () => {
    const store = await newStore()
    const display = await newDisplay(store)
    const { id } = await good(save({ name: 'Short', items: items(apple, 'price', milk), device: [display.mac] }))
    const names = async () => {
      const lists = await Promise.all(
        ['show', 'set', 'timeline'].map((kind) => api('POST', `/plus/v1/${kind}/search`, { filter_name: 'Short' })),
      )
      return lists.map(({ body }) => body.data.length)
    }
    expect([await names(), await lineOf(display.mac)]).toEqual([[2, 1, 1], 'v1'])
    await good(save({ id, name: 'Short', items: items(milk), device: [display.mac] }))
    expect([await names(), await playedBy(display, noon)]).toEqual([[1, 1, 1], [milk]])
    await good(save({ id, name: 'Short', items: items(milk), device: [] }))
    expect([await names(), await lineOf(display.mac)]).toEqual([[1, 1, 0], 'v0'])
    expect((await remove(id)).body).toMatchObject({ deleted: [id] })
    expect([await names(), (await remove(id)).status]).toEqual([[0, 0, 0], 404])
  })
  test.each([
    ['no name', { name: '' }, 'name'],
    ['nothing to play', { items: [] }, 'items'],
    ['a content that is not there', { items: items('999999') }, 'items.0'],
    ['a time that is none', { hours: [{ days: [], time: [{ start: '25:00', end: '26:00' }] }] }, 'hours.0.time.0.start'],
    ['hours that are none', { hours: [{ days: [], time: [] }] }, 'hours.0'],
    ['a period that ends before it begins', { period: { start: '2026-03-02', end: '2026-03-01' } }, 'period.end'],
    ['a display that is not there', { device: ['02:ec:00:00:00:01'] }, 'device.0'],
    ['a display twice', { device: ['02:ec:00:00:00:01', '02:ec:00:00:00:01'] }, 'device.1'],
  ])('is refused with %s', async (_, body, field) => {
    expect(await save(body)).toMatchObject({ status: 400, body: { field } })
  })
  test('that another person has saved meanwhile is not written over', async () => {
    const { id, updatedAt } = await good(save({}))
    await good(save({ id, name: 'Theirs', updatedAt }))
    expect(await save({ id, name: 'Mine', updatedAt })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
  })
})

describe('several playlists on a display', () => {
  test('play by turns: hours lie over always, and of two alike the one that was put in front', async () => {
    const store = await newStore()
    const [both, one] = [await newDisplay(store), await newDisplay(store)]
    const day = await good(save({ name: 'All day', items: items(apple), device: [both.mac, one.mac] }))
    const noonList = await good(save({ name: 'Lunch', items: items(milk), device: [both.mac], hours: lunch }))
    expect([await playedBy(both, noon), await playedBy(both, evening)]).toEqual([[milk], [apple]])
    expect(await playedBy(one, noon)).toEqual([apple])
    expect(await offered(both.mac)).toMatchObject({ plays: { kind: 'slides' }, playlists: [{ name: 'Lunch' }, { name: 'All day' }] })
    expect((await api('POST', `/status/store/${store}/plus/device/search`, { filter_mac: both.mac })).body.data).toMatchObject([
      { timeline: 'Lunch + All day · 1920 × 158', playlists: [{ id: day.id, name: 'All day' }, { name: 'Lunch' }] },
    ])
    // One that always plays stays below those with hours, however new it is.
    const newer = await good(save({ name: 'Newer', items: items('price'), device: [both.mac] }))
    expect([await playedBy(both, noon), await playedBy(both, evening)]).toEqual([[milk], ['black']])
    await good(save({ id: day.id, name: 'All day', items: items(apple), device: [both.mac, one.mac], front: true }))
    expect(await playedBy(both, evening)).toEqual([apple])
    expect((await remove(day.id, newer.id)).status).toBe(200)
    expect([await playedBy(both, noon), await lineOf(both.mac), await lineOf(one.mac)]).toEqual([[milk], 'v1', 'v0'])
    expect((await remove(noonList.id)).status).toBe(200)
    expect(await lineOf(both.mac)).toBe('v0')
    const { body } = await api('POST', '/plus/v1/timeline/search', { filter_name: 'All day' })
    expect(body.data).toEqual([])
  })
  test('are twenty at most', async () => {
    const { mac } = await newDisplay(await newStore())
    for (let number = 0; number < 20; number++) await good(save({ name: `Part ${number}`, device: [mac] }))
    expect(await save({ name: 'One more', device: [mac] })).toMatchObject({ status: 409, body: { code: 'too-many-playlists' } })
  })
})

describe('the pages of shows, sets and timelines', () => {
  test('take a display out of its playlists when they move it to another timeline', async () => {
    const store = await newStore()
    const { mac } = await newDisplay(store)
    const { id } = await good(save({ device: [mac] }))
    const { set } = await newChain()
    const timeline = await newTimeline([set], [[mac]], 'By hand')
    expect(await read(id)).toMatchObject({ device: [], deviceCount: 0 })
    expect(await offered(mac)).toMatchObject({ playlists: [], plays: { kind: 'timeline', id: timeline, name: 'By hand' } })
    // Back again; what it played before is the timeline's prices now.
    await good(save({ id, device: [mac] }))
    expect(await offered(mac)).toMatchObject({ playlists: [{ id }], plays: { kind: 'prices' } })
  })
  test('know the playlists that they were made of; what people made is of none', async () => {
    const { mac } = await newDisplay(await newStore())
    const first = await good(save({ name: 'Zebra', device: [mac] }))
    const second = await good(save({ name: 'Apple', device: [mac] }))
    const made = async (kind: string, name: string) =>
      (await api('POST', `/plus/v1/${kind}/search`, { filter_name: name })).body.data as { id: string }[]
    const playlistsOf = async (kind: string, id: string) => (await api('GET', `/plus/v1/playlist/of/${kind}/${id}`)).body.playlistList
    for (const kind of ['show', 'set']) {
      const [part] = await made(kind, 'Zebra')
      expect(await playlistsOf(kind, part?.id ?? '')).toEqual([{ id: first.id, name: 'Zebra' }])
    }
    const [timeline] = await made('timeline', 'Zebra')
    expect(await playlistsOf('timeline', timeline?.id ?? '')).toEqual([
      { id: second.id, name: 'Apple' },
      { id: first.id, name: 'Zebra' },
    ])
    expect(await playlistsOf('set', (await newChain()).set)).toEqual([])
    expect((await api('GET', '/plus/v1/playlist/of/slide/1')).status).toBe(400)
    expect((await api('GET', '/plus/v1/playlist/of/set/999999')).status).toBe(404)
  })
  test('may change what was made: the playlist says so, destroys nothing, and makes it anew when it is asked to', async () => {
    const store = await newStore()
    const display = await newDisplay(store)
    const { id } = await good(save({ name: 'Touched', device: [display.mac] }))
    const setRow = (await api('POST', '/plus/v1/set/search', { filter_name: 'Touched' })).body.data[0] as { id: string; name: string }
    await good(api('POST', '/plus/v1/set', { id: setRow.id, name: 'By hand', list: [{ id: 'price', duration: 5 }] }))
    expect((await read(id)).changed).toEqual([{ kind: 'set', id: setRow.id, name: 'By hand' }])
    expect(await save({ id, name: 'Touched', items: items(milk), device: [display.mac] })).toMatchObject({
      status: 409,
      body: { code: 'changed-underneath', error: ['By hand'] },
    })
    await good(save({ id, name: 'Touched', items: items(milk), device: [display.mac], remake: true }))
    expect([await playedBy(display, noon), (await read(id)).changed]).toEqual([[milk], []])
    expect((await api('GET', `/plus/v1/set/${setRow.id}`)).body).toMatchObject({ name: 'By hand', list: [{ id: 'price' }] })
    const made = (await api('POST', '/plus/v1/timeline/search', { filter_name: 'Touched' })).body.data[0] as { id: string }
    await good(api('POST', '/plus/v1/timeline', { id: made.id, schedule: [] }))
    expect((await remove(id)).status).toBe(200)
    expect((await api('GET', `/plus/v1/timeline/${made.id}`)).body).toMatchObject({ deviceCount: 0, scheduleCount: 0 })
    expect(await lineOf(display.mac)).toBe('v0')
  })
})

test('what is set for displays that play something else is answered with those and what they play', async () => {
  const store = await newStore()
  const [own, inPlaylist, dark, inTimeline] = [
    await newDisplay(store),
    await newDisplay(store),
    await newDisplay(store, { mode: 'off' }),
    await newDisplay(store),
  ]
  const { id } = await good(save({ name: 'Over', device: [inPlaylist.mac] }))
  const timelineId = await newTimeline([], [[inTimeline.mac]], 'By hand')
  const macList = [own, inPlaylist, dark, inTimeline].map(({ mac }) => mac)
  const named = ({ mac, name }: { mac: string; name: string }) => ({
    mac,
    name,
    mode: 'normal',
    timeline: null,
    timelineId: null,
    playlists: [],
  })
  const played = [
    { ...named(inPlaylist), timeline: 'Over · 1920 × 158', timelineId: expect.any(String), playlists: [{ id, name: 'Over' }] },
    { ...named(inTimeline), timeline: 'By hand', timelineId },
  ]
  const slide = { duration: 10, bgColor: '#112233', object: [], schedule: [], empty: false }
  await good(api('POST', `/plus/store/${store}/template/Sale`, { size: '23.1', show: [slide] }))
  const calls: [string, object][] = [
    ['set/showIdx', { macList, showIdx: 0 }],
    ['unset/showIdx', { macList }],
    ['device/list/template', { template: 'Sale', macList }],
  ]
  for (const [path, body] of calls) {
    const answer = (await good(api('POST', `/plus/store/${store}/${path}`, body))) as unknown as { overridden: { mac: string }[] }
    expect(answer).toMatchObject({ devices: 4, overridden: { length: 3 } })
    expect(answer.overridden).toEqual(expect.arrayContaining([...played, { ...named(dark), mode: 'off' }]))
  }
  const saved = (mac: string) =>
    good(api('POST', `/plus/store/${store}/device/${mac}/show`, { screenWidth: 1920, screenHeight: 158, show: [slide] }))
  expect(await saved(inPlaylist.mac)).toMatchObject({ overridden: [played[0]] })
  expect(await saved(own.mac)).toMatchObject({ overridden: [] })
  const mode = (mode: string) => good(api('POST', `/plus/store/${store}/switch/mode`, { all: true, mode }))
  expect((await mode('normal'))['overridden']).toEqual(expect.arrayContaining(played))
  expect(await mode('off')).toMatchObject({ devices: 4, overridden: [] })
})

describe('an account of some stores', () => {
  test('places its own displays, and changes what only they play', async () => {
    const [own, other] = [await newStore(), await newStore()]
    const [mine, theirs] = [await newDisplay(own), await newDisplay(other)]
    const writer = await newWriter(own)
    const body = { name: 'Chain', items: items(apple) }
    const { id } = await good(save({ ...body, device: [theirs.mac] }))
    const seen = (await writer('GET', `/plus/v1/playlist/${id}`)).body
    expect([seen.device, JSON.stringify((await writer('GET', '/plus/v1/playlist/device')).body).includes(theirs.mac)]).toEqual([[], false])
    expect((await writer('POST', '/plus/v1/playlist', { ...body, id, device: [mine.mac] })).status).toBe(200)
    expect((await read(id)).device.toSorted()).toEqual([mine.mac, theirs.mac].toSorted())
    expect(await playedBy(mine, noon)).toEqual([apple])
    for (const refused of [
      await writer('POST', '/plus/v1/playlist', { ...body, id, items: items(milk), device: [mine.mac] }),
      await writer('POST', '/plus/v1/playlist', { ...body, id, device: [mine.mac], front: true }),
      await writer('POST', '/plus/v1/playlist/delete', { ids: [id] }),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'played-in-other-stores'])
    expect(await writer('POST', '/plus/v1/playlist', { ...body, id, device: [theirs.mac] })).toMatchObject({
      status: 400,
      body: { field: 'device.0' },
    })
    const added = await writer('POST', '/plus/v1/playlist', { ...body, name: 'Own', hours: lunch, items: items(milk), device: [mine.mac] })
    expect([added.status, await playedBy(mine, noon), await playedBy(theirs, noon)]).toEqual([200, [milk], [apple]])
    expect((await writer('POST', '/plus/v1/playlist/delete', { ids: [String(added.body.id)] })).status).toBe(200)
    expect(await playedBy(mine, noon)).toEqual([apple])
  })
  test('adds a display of another size to what others play', async () => {
    const [own, other] = [await newStore(), await newStore()]
    const [mine, theirs] = [await newDisplay(own, { screen_width: 2880 }), await newDisplay(other)]
    const { id } = await good(save({ device: [theirs.mac] }))
    expect(
      (await (await newWriter(own))('POST', '/plus/v1/playlist', { id, name: 'Season', items: items(apple), device: [mine.mac] })).status,
    ).toBe(200)
    expect([await playedBy(mine, noon), await playedBy(theirs, noon)]).toEqual([[apple], [apple]])
  })
})

test('two people who place the same display at the same time leave it with both playlists', async () => {
  const { mac } = await newDisplay(await newStore())
  await Promise.all(['One', 'Two', 'Three'].map((name) => good(save({ name, device: [mac] }))))
  expect((await offered(mac))?.playlists.map(({ name }) => name).toSorted()).toEqual(['One', 'Three', 'Two'])
})
