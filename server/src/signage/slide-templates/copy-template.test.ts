/** A template of one store, put into others: with its files and schedules, and how it went in each. */
import { describe, expect, test } from 'vitest'
import { picture } from '../../testing/media.ts'
import { caller, seedAccount, seedDisplay, seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context, app, root, api } = await startTestApp()
const { db } = context.context
let number = 0
async function newStore() {
  const storeCode = `C${++number}`
  await seedStore(context.context, storeCode)
  return storeCode
}
async function newDisplay(storeCode: string) {
  const mac = `02:ec:d5:00:00:${(++number).toString(16).padStart(2, '0')}`
  await seedDisplay(context.context, { mac, storeCode, name: `Shelf ${number}` })
  return mac
}
const slide = (duration: number) => ({ duration, bgColor: '#112233', object: [], schedule: [], empty: false })
const save = (storeCode: string, name: string, duration: number, size = '23.1') =>
  api('POST', `/plus/store/${storeCode}/template/${name}`, { size, show: [slide(duration)] })
const apply = (storeCode: string, template: string, mac: string) =>
  api('POST', `/plus/store/${storeCode}/device/list/template`, { template, macList: [mac] })
const secondsOf = async (mac: string) => {
  const { show } = await db.selectFrom('plus_devices').select('show').where('mac', '=', mac).executeTakeFirstOrThrow()
  return show?.show.map(({ duration }) => duration)
}

describe('put into other stores', () => {
  const read = async (storeCode: string, name: string) => (await api('GET', `/plus/store/${storeCode}/template/${name}`)).body
  const filesOf = (storeCode: string) =>
    db
      .selectFrom('plus_files')
      .select(['file_id', 'name', 'blob', 'thumb'])
      .where('store_code', '=', storeCode)
      .orderBy('file_id')
      .execute()
  const put = (storeCode: string, name: string, storeList: string[], more: object = {}, call = api) =>
    call('POST', `/plus/store/${storeCode}/template/${name}/copy`, { storeList, ...more })
  /** A template with a picture and a schedule. */
  async function newWhole(storeCode: string) {
    const content = await picture(64, 20 + ++number)
      .png()
      .toBuffer()
    const { body } = await sendFile<{ _id: string }>(app, root, `/plus/store/${storeCode}/image/file`, { name: 'a.png', content })
    const { _id: schedule } = (await api('POST', `/plus/store/${storeCode}/schedule`, { name: 'Mornings', days: [1, 2] })).body
    const object = { type: 'image', id: body._id, left: 0, top: 0, width: 64, height: 20, index: 0, mask: 'star' }
    const show = [{ ...slide(30), object: [object], schedule: [schedule] }]
    expect((await api('POST', `/plus/store/${storeCode}/template/Week`, { size: '23.1', show })).status).toBe(200)
    return { show, object, content }
  }

  test('it comes with its files and schedules, of which what is there already is taken', async () => {
    const [from, to] = [await newStore(), await newStore()]
    const { content } = await newWhole(from)
    const own = await sendFile<{ _id: string }>(app, root, `/plus/store/${to}/image/file`, { name: 'other.png', content })
    const answer = await put(from, 'Week', [to, from])
    expect([answer.status, answer.body.storeList]).toEqual([200, [{ storeCode: to, result: 'copied', why: null, devices: 0 }]])
    const { show } = (await read(to, 'Week')) as unknown as { show: { object: { id: string; mask: string }[]; schedule: string[] }[] }
    expect(show[0]?.object[0]).toMatchObject({ id: own.body._id, mask: 'star' })
    const schedules = (await api('GET', `/plus/store/${to}/schedule/list`)).body.scheduleList as { _id: string; name: string }[]
    expect(schedules.map(({ _id, name }) => [_id, name])).toEqual([[show[0]?.schedule[0], 'Mornings']])
    const third = await newStore()
    await put(from, 'Week', [third])
    const [copy] = await filesOf(third)
    expect((await filesOf(from)).map(({ blob, thumb, name }) => ({ blob, thumb, name }))).toEqual([
      { blob: copy?.blob, thumb: copy?.thumb, name: copy?.name },
    ])
    // Once more: nothing is there twice.
    await put(from, 'Week', [third], { overwrite: true })
    expect(await filesOf(third)).toHaveLength(1)
  })

  test('each store says how it went: one that has it keeps its own unless it is overwritten, and its displays follow', async () => {
    const [from, to] = [await newStore(), await newStore()]
    await save(from, 'Week', 30)
    await save(to, 'Week', 20)
    const mac = await newDisplay(to)
    await apply(to, 'Week', mac)
    const first = await put(from, 'Week', [to, 'NOWHERE'])
    expect(first.body.storeList).toMatchObject([
      { storeCode: to, result: 'exists' },
      { storeCode: 'NOWHERE', result: 'no-store' },
    ])
    expect(await secondsOf(mac)).toEqual([20])
    expect((await put(from, 'Week', [to], { overwrite: true })).body.storeList).toMatchObject([{ result: 'copied', devices: 1 }])
    expect(await secondsOf(mac)).toEqual([30])
    await save(from, 'Small', 5, '29')
    await save(to, 'Small', 5)
    await apply(to, 'Small', mac)
    expect((await put(from, 'Small', [to], { overwrite: true })).body.storeList).toMatchObject([
      { result: 'refused', why: { code: 'wrong-size' } },
    ])
    expect((await put(from, 'Nothing', [to])).status).toBe(404)
  })

  test('stores of others are none, and the record stands in the store that got it', async () => {
    const [from, to, foreign] = [await newStore(), await newStore(), await newStore()]
    await newWhole(from)
    const email = `clerk${++number}@copies.example`
    const clerk = caller(app, await seedAccount(context.context, { email, privileges: ['plus.read', 'plus.write'], stores: [from, to] }))
    const { body } = await put(from, 'Week', [to, foreign], {}, clerk)
    expect(body.storeList).toMatchObject([{ result: 'copied' }, { storeCode: foreign, result: 'no-store' }])
    expect(await filesOf(foreign)).toEqual([])
    const records = await db.selectFrom('audit_log').select(['kind', 'store_code']).where('email', '=', email).orderBy('kind').execute()
    expect(records).toEqual(['display-image', 'display-schedule', 'display-template'].map((kind) => ({ kind, store_code: to })))
  })
})
