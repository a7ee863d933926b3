/** Sets: how long they are, what may stand in them, who plays them. */
import { describe, expect, test } from 'vitest'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, root } = parts
const { newContent, newShow, newSet, newTimeline, good, recorded } = signageOf({ ...parts, mark: 'b1' })
const show = await newShow([await newContent()], 'Opening')
const save = (body: object) => api('POST', '/plus/v1/set', { name: 'Morning', list: [{ id: show, duration: 20 }], ...body })

describe('a set', () => {
  test('is as long as its entries; a show may stand in it several times, and the list of prices', async () => {
    const list = [
      { id: show, duration: 20 },
      { id: 'price', duration: 15 },
      { id: show, duration: 5 },
    ]
    const { id, updatedAt } = await good(save({ list, duration: 1 }))
    const row = { id, name: 'Morning', duration: 40, entryCount: 3, user: root.email, updatedAt }
    expect((await api('GET', `/plus/v1/set/${id}`)).body).toEqual({
      ...row,
      list: [
        { id: show, duration: 20, name: 'Opening', deviceCount: 2 },
        { id: 'price', duration: 15, name: 'Price List', deviceCount: 0 },
        { id: show, duration: 5, name: 'Opening', deviceCount: 2 },
      ],
    })
    expect((await api('POST', '/plus/v1/set/search', { filter_duration: '40', condition_duration: '==' })).body.data).toEqual([row])
    expect((await api('POST', '/plus/v1/set/list', {})).body.setList).toContainEqual(expect.objectContaining(row))
  })
  test.each([
    ['nothing in it', { list: [] }, 'list', 'No item. Please select one or more show / price).'],
    ['an entry that takes no time', { list: [{ id: 'price', duration: 0 }] }, 'list.0.duration', 'This value must be greater than 0.'],
    [
      'a show that is not there',
      {
        list: [
          { id: 'price', duration: 1 },
          { id: '999999', duration: 1 },
        ],
      },
      'list.1',
      'there is no show 999999',
    ],
    ['no name', { name: '' }, 'name', 'Enter Name, Please!'],
  ])('is refused with %s', async (_, body, field, why) => {
    const answer = await save(body)
    expect([answer.status, answer.body.field]).toEqual([400, field])
    expect(answer.body.message).toContain(why)
  })
  test('a set that was saved meanwhile is not overwritten', async () => {
    const { id, updatedAt } = await good(save({}))
    await good(save({ id, updatedAt, name: 'Noon' }))
    expect(await save({ id, updatedAt })).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await recorded('display-set', id)).map(({ before }) => before)).toContainEqual(expect.objectContaining({ name: 'Morning' }))
  })
  test('that timelines play stays and is named with them; the free ones go', async () => {
    const [used, free] = [await newSet([show], 'Used'), await newSet([show], 'Free')]
    await newTimeline([used], [], 'Shop window')
    const remove = (...ids: string[]) => api('POST', '/plus/v1/set/delete', { ids })
    expect(await remove(used)).toMatchObject({ status: 409, body: { code: 'in-use', error: ['Used: Shop window'] } })
    expect((await remove(used, free)).body).toMatchObject({ deleted: [free], inUse: [{ id: used, users: ['Shop window'] }] })
    expect((await api('GET', `/plus/v1/set/${free}`)).status).toBe(404)
  })
})
