/** Shows: what is saved of them, what is refused and where, who uses them. */
import type { SignageShow } from '@endcap/contract/shows'
import { describe, expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, root } = parts
const { newContent, newShow, newSet, good, item, panel, showBody, recorded } = signageOf({ ...parts, mark: 'a1' })
const [film, still] = [await newContent('Film'), await newContent('Still')]
const save = (more: object = {}) => api('POST', '/plus/v1/show', { ...showBody('Opening', [film, still]), ...more })
const read = async (id: string) => (await api('GET', `/plus/v1/show/${id}`)).body as unknown as SignageShow

describe('a show', () => {
  test('is kept with what follows from it, whatever a client says, listed and found', async () => {
    const { id, updatedAt } = await good(save({ deviceCount: 9, resolution: '1x1', contentIdList: ['1'] }))
    const facts = {
      resolution: '3840x158',
      deviceCount: 2,
      contentCount: 2,
      contentAreaCount: 2,
      contentLayout: '1x2',
      timelineCount: 2,
      deviceTypeCount: { 23: 2, 29: 0 },
      width: 3840,
      height: 158,
      duration: 30,
      user: root.email,
      updatedAt,
    }
    expect(await read(id)).toMatchObject({
      id,
      name: 'Opening',
      ...facts,
      contentIdList: [film, still],
      timeline: [[{ ...item(film), fit: 'contain', mute: false }], [item(still)]],
    })
    const { body } = await api('POST', '/plus/v1/show/search', {
      filter_name: 'opening',
      filter_resolution: '3840',
      filter_deviceCount: '2',
      filter_duration: '30',
      condition_duration: '>=',
      order: { column: 'contentCount', dir: 'desc' },
    })
    expect(body.data).toMatchObject([{ id, ...facts }])
    expect((await api('POST', '/plus/v1/show/list', { ids: [id] })).body.showList).toEqual([await read(id)])
    expect((await api('GET', '/plus/v1/show/999999')).status).toBe(404)
  })
  test('begins at 0, 0: its canvas is the box around its screens, also of turned ones, and areas move with them', async () => {
    const { id } = await good(
      save({
        width: 8,
        height: 8,
        device: [panel(500, { top: 300, rotation: 90 }), panel(700, { top: 350, type: 29, height: 540 })],
        contentArea: [{ left: 500, top: 300, width: 158, height: 1920 }],
        timeline: [[item(film)]],
      }),
    )
    expect(await read(id)).toMatchObject({
      width: 2120,
      height: 1920,
      device: [
        { left: 0, top: 0, rotation: 90, width: 1920, height: 158 },
        { left: 200, top: 50 },
      ],
      contentArea: [{ left: 0, top: 0 }],
      deviceTypeCount: { 23: 1, 29: 1 },
      contentLayout: '-',
    })
  })
  test('ends its items with itself, puts them in order, and has a list for each area', async () => {
    const { id } = await good(save({ timeline: [[item(film, 20, 60), item(still, 0, 20)]] }))
    expect((await read(id)).timeline).toMatchObject([[item(still, 0, 20), item(film, 20, 10)], []])
  })
  test.each([
    ['screens that lie over each other', () => ({ device: [panel(0), panel(1919)] }), 'device.1', 'must not lie over device.0'],
    [
      'turned screens that lie over each other',
      () => ({ device: [panel(0), panel(1920), panel(100, { top: 100, rotation: 270 })] }),
      'device.2',
      'device.0',
    ],
    ['screens too far apart', () => ({ device: [panel(0), panel(32_000)] }), 'device', '32768'],
    [
      'an area beside the screens',
      () => ({ contentArea: [{ left: 3840, top: 0, width: 100, height: 100 }], timeline: [] }),
      'contentArea.0',
      'within the screens',
    ],
    [
      'items of an area over each other',
      () => ({ timeline: [[item(film, 0, 5), item(film, 10, 10), item(still, 5, 5), item(film, 19, 2)]] }),
      'timeline.0.3',
      'must not begin before timeline.0.1 ends',
    ],
    ['an item behind its end', () => ({ timeline: [[], [item(film, 30, 5)]] }), 'timeline.1.0', 'before the show ends'],
    ['items of no area', () => ({ timeline: [[], [], [item(film)]] }), 'timeline.2', 'no such area'],
    [
      'a content that is not there',
      () => ({ timeline: [[item(film), item('999999', 10, 5)]] }),
      'timeline.0.1',
      'there is no content 999999',
    ],
    ['a content that cannot be', () => ({ timeline: [[item("1'; drop table plus_shows; --")]] }), 'timeline.0.0.id', 'must have at most'],
    ['no name', () => ({ name: ' ' }), 'name', 'Enter Name, Please!'],
    ['no time', () => ({ duration: 0 }), 'duration', 'This value must be greater than 0.'],
    ['no screen', () => ({ device: [] }), 'device', ''],
    ['a screen that stands askew', () => ({ device: [panel(0, { rotation: 45 })] }), 'device.0.rotation', ''],
  ])('is refused with %s', async (_, more, field, why) => {
    const { status, body } = await save({ name: 'Refused', ...more() })
    expect([status, body.field]).toEqual([400, field])
    expect(body.message).toContain(why)
    expect((await api('POST', '/plus/v1/show/search', { filter_name: 'Refused' })).body.data).toEqual([])
  })
  test('a show that was saved meanwhile is not overwritten, not even within the same second', async () => {
    const { id, updatedAt } = await good(save())
    const second = await good(save({ id, updatedAt, name: 'Second' }))
    expect(second.updatedAt).toBeGreaterThan(updatedAt)
    expect(await save({ id, updatedAt, name: 'Third' })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await read(id)).toMatchObject({ name: 'Second' })
    await good(save({ id, name: 'Whatever was there' }))
    expect((await save({ id: '999999' })).status).toBe(404)
    expect((await recorded('display-show', id)).map(({ action }) => action)).toEqual(['shows.save', 'shows.save', 'shows.save'])
  })
  test('that sets play stays and is named with them; the free ones go', async () => {
    const [used, free] = [await newShow([film], 'Used'), await newShow([film], 'Free')]
    await newSet([used], 'Morning')
    const remove = (...ids: string[]) => api('POST', '/plus/v1/show/delete', { ids })
    expect(await remove(used)).toMatchObject({ status: 409, body: { code: 'in-use', error: ['Used: Morning'] } })
    expect((await remove(used, free)).body).toMatchObject({ deleted: [free], inUse: [{ id: used, name: 'Used', users: ['Morning'] }] })
    expect((await remove(free)).status).toBe(404)
  })
})
