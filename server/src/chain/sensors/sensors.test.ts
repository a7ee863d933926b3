/** Sensors from what gateways hear to what the API tells: found, judged, kept, counted, silent, carried to another store. */
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { toEpoch } from '../../platform/base/clock.ts'
import { preparePartitions } from '../../platform/db/partitions.ts'
import { caller, seedAccount, seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createTestEngine, type TestGateway } from '../../testing/test-engine.ts'
import { cleanUpSensors } from './sensors.service.ts'

const { context, app, api } = await startTestApp()
let engine = await createTestEngine(context)
afterAll(() => engine.stop())
let number = 0

const newSensor = () => `5E3C9E01${(++number).toString(16).toUpperCase().padStart(8, '0')}`
const newGateway = async (storeCode: string) => {
  const gateway = await engine.gateway(storeCode, `02EC5E${(++number).toString(16).toUpperCase().padStart(6, '0')}`)
  await gateway.online()
  return gateway
}
async function newStore(): Promise<{ storeCode: string; gateway: TestGateway }> {
  const storeCode = `S${++number}`
  await seedStore(context.context, storeCode)
  return { storeCode, gateway: await newGateway(storeCode) }
}
const now = () => toEpoch(context.clock.now())
const listOf = async (storeCode: string, filter: object = {}) =>
  (await api('POST', `/status/store/${storeCode}/sensor/search`, filter)).body.data
const sensorOf = async (storeCode: string, mac: string) => (await listOf(storeCode, { filter_sensorMac: mac }))[0]
const alarmsOf = async (storeCode: string, mac: string) =>
  (await api('POST', `/history/alarm/store/${storeCode}/sensor/${mac}/search`, {})).body.data
const storeOf = async (storeCode: string) => {
  const { body } = await api('GET', '/status/store/sensor')
  return (body.storeList as { storeCode: string }[]).find((one) => one.storeCode === storeCode)
}
const historyOf = async (storeCode: string, mac: string, query = '') => {
  const { body } = await api('GET', `/history/store/${storeCode}/sensor/${mac}${query}`)
  return body as unknown as {
    startDate: number
    endDate: number
    total: number
    data: { sensingTime: number; sensingValue: number }[]
    sensor: object | null
  }
}
const valuesOf = async (...place: [string, string]) => (await historyOf(...place)).data.map((one) => one.sensingValue)

describe('a sensor that no store has', () => {
  test('is in the list of the store that hears it, as it was heard', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    const reported: string[] = []
    const end = context.context.signals.on('changed', ({ storeCode: store, changes }) => {
      if (changes.includes('sensors')) reported.push(store)
    })
    await gateway.sense([{ sensor, type: 'FREEZER', value: -20.5, operation: 'START', rssi: -61, battery: 2.91, version: '1.2.0' }])
    end()
    expect(reported).toEqual([storeCode])
    expect(await listOf(storeCode)).toEqual([
      {
        sensorMac: sensor,
        gwMac: gateway.gwMac,
        type: 'FREEZER',
        operation: 'START',
        version: '1.2.0',
        battery: 2.91,
        rssi: -61,
        status: 'OK',
        conditions: [],
        value: -20.5,
        period: 60,
        updatedAt: now(),
      },
    ])
    expect(await valuesOf(storeCode, sensor)).toEqual([-20.5])
  })
  test('goes to the store that hears it best of those that hear it at once', async () => {
    const [weak, strong] = [await newStore(), await newStore()]
    const sensor = newSensor()
    await Promise.all([
      weak.gateway.sense([{ sensor: newSensor() }]),
      weak.gateway.sense([{ sensor, rssi: -80 }]),
      strong.gateway.sense([{ sensor, rssi: -50 }]),
    ])
    expect(await sensorOf(weak.storeCode, sensor)).toBeUndefined()
    expect(await sensorOf(strong.storeCode, sensor)).toMatchObject({ rssi: -50 })
  })
  test('is not taken from a gateway that is not registered', async () => {
    const { storeCode, gateway } = await newStore()
    await context.context.db.deleteFrom('gateways').where('gw_mac', '=', gateway.gwMac).execute()
    await gateway.sense([{ sensor: newSensor() }])
    expect(await listOf(storeCode)).toEqual([])
  })
})

describe('alarms', () => {
  test('a value that leaves its range is told with its time and value, until it is clearly back', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    await gateway.sense([{ sensor, value: 5 }])
    context.clock.advance(30)
    await gateway.sense([{ sensor, value: 9.25, operation: 'ALERT' }])
    const begun = now()
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OUT_OF_RANGE', operation: 'ALERT', value: 9.25 })
    expect(await alarmsOf(storeCode, sensor)).toEqual([{ alarmTime: begun, alarmType: 'OUT_OF_RANGE', value: 9.25, clearedAt: null }])
    context.clock.advance(30)
    await gateway.sense([{ sensor, value: 7.9 }])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OUT_OF_RANGE' })
    context.clock.advance(30)
    await gateway.sense([{ sensor, value: 6 }])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OK', conditions: [] })
    expect(await alarmsOf(storeCode, sensor)).toEqual([{ alarmTime: begun, alarmType: 'OUT_OF_RANGE', value: 9.25, clearedAt: now() }])
  })
  test('the weightiest of several things amiss is the status; each has its alarm', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    await gateway.sense([{ sensor, value: 20, battery: 2.2 }])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OUT_OF_RANGE', conditions: ['OUT_OF_RANGE', 'LOW_BATTERY'] })
    context.clock.advance(60)
    await gateway.sense([{ sensor, value: 4, battery: 2.2 }])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'LOW_BATTERY' })
    context.clock.advance(60)
    await gateway.sense([{ sensor, value: 4, battery: 3 }])
    expect((await alarmsOf(storeCode, sensor)).map((one) => [one.alarmType, one.value, one.clearedAt !== null]).toSorted()).toEqual([
      ['LOW_BATTERY', 2.2, true],
      ['OUT_OF_RANGE', 20, true],
    ])
  })
  test('silence begins after three reports, and ends with the next word', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    await gateway.sense([{ sensor, period: 60 }])
    const last = now()
    await engine.pass(170)
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OK' })
    await engine.pass(20)
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'SILENT' })
    expect(await alarmsOf(storeCode, sensor)).toEqual([{ alarmTime: last, alarmType: 'SILENT', value: null, clearedAt: null }])
    await gateway.sense([{ sensor }])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OK' })
    expect(await alarmsOf(storeCode, sensor)).toEqual([{ alarmTime: last, alarmType: 'SILENT', value: null, clearedAt: now() }])
  })
  test('no sensor is silent for a time in which no server listened', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    await gateway.sense([{ sensor, period: 10 }])
    await engine.stop()
    context.clock.advance(3600)
    engine = await createTestEngine(context)
    await engine.pass(50)
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'OK' })
    await engine.pass(20)
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ status: 'SILENT' })
  })
})

describe('the history', () => {
  test('tells what a gateway kept through an outage at its own time, whatever its clock says', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    await gateway.sense([{ sensor, value: 4 }])
    const start = now()
    context.clock.advance(1200)
    // Its clock is a year behind.
    const clock = now() - 31_536_000
    const ago = (seconds: number, value: number) => ({ sensor, value, at: clock - seconds })
    await gateway.sense([ago(900, 5), ago(600, 12), ago(300, 5), ago(0, 4.5)], clock)
    expect((await historyOf(storeCode, sensor)).data).toEqual([
      { sensingTime: start, sensingValue: 4 },
      { sensingTime: start + 300, sensingValue: 5 },
      { sensingTime: start + 600, sensingValue: 12 },
      { sensingTime: start + 900, sensingValue: 5 },
      { sensingTime: start + 1200, sensingValue: 4.5 },
    ])
    // What was amiss meanwhile is reported, though it was over before the server heard of it.
    expect(await alarmsOf(storeCode, sensor)).toEqual([
      { alarmTime: start + 600, alarmType: 'OUT_OF_RANGE', value: 12, clearedAt: start + 900 },
    ])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ value: 4.5, updatedAt: now() })
  })
  test('has a reading once, however often and by however many gateways it is told', async () => {
    const { storeCode, gateway } = await newStore()
    const other = await newGateway(storeCode)
    const sensor = newSensor()
    for (const value of [3, 4, 5]) {
      await gateway.sense([{ sensor, value, rssi: -70 }])
      await other.sense([{ sensor, value, rssi: -45 }])
      context.clock.advance(10)
      // Sent again for want of an acknowledgement.
      await gateway.sense([{ sensor, value, rssi: -70, at: now() - 10 }])
      context.clock.advance(50)
    }
    expect(await valuesOf(storeCode, sensor)).toEqual([3, 4, 5])
    expect(await sensorOf(storeCode, sensor)).toMatchObject({ gwMac: other.gwMac, rssi: -45 })
  })
  test('of a range; a range that ends before it begins is refused', async () => {
    const { storeCode, gateway } = await newStore()
    const sensor = newSensor()
    const start = now()
    for (let step = 0; step < 5; step++) {
      await gateway.sense([{ sensor, value: step }])
      context.clock.advance(60)
    }
    const {
      startDate,
      endDate,
      data,
      total,
      sensor: itself,
    } = await historyOf(storeCode, sensor, `?startDate=${start + 60}&endDate=${start + 180}`)
    expect({ startDate, endDate, total }).toEqual({ startDate: start + 60, endDate: start + 180, total: 3 })
    expect(data.map((one) => one.sensingValue)).toEqual([1, 2, 3])
    expect(itself).toMatchObject({ sensorMac: sensor, value: 4 })
    expect(await api('GET', `/history/store/${storeCode}/sensor/${sensor}?startDate=${start}&endDate=${start - 1}`)).toMatchObject({
      status: 400,
      body: { field: 'startDate' },
    })
    const page = await api('POST', `/history/store/${storeCode}/sensor/${sensor}/search`, {
      filter_sensingValue: '3',
      condition_sensingValue: '>=',
      length: 1,
    })
    expect(page.body).toMatchObject({ recordsTotal: 5, recordsFiltered: 2, data: [{ sensingValue: 4, sensingTime: start + 240 }] })
    const unknown = await api('GET', `/history/store/${storeCode}/sensor/${newSensor()}`)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })
  test('of very many readings shows what stands out', async () => {
    const { storeCode } = await newStore()
    const sensor = newSensor()
    const end = now()
    await sql`insert into sensor_readings (store_code, sensor_mac, sensed_at, value)
      select ${storeCode}, ${sensor}, ${context.clock.now()}::timestamptz - make_interval(secs => n * 10), case when n = 4321 then 50 else sin(n) end
      from generate_series(1, 8000) n`.execute(context.context.db)
    const { total, data } = await historyOf(storeCode, sensor)
    expect(total).toBe(8000)
    expect(data.length).toBeGreaterThan(1000)
    expect(data.length).toBeLessThanOrEqual(2000)
    expect(data.find((one) => one.sensingValue === 50)).toEqual({ sensingTime: end - 43_210, sensingValue: 50 })
    expect(data.map((one) => one.sensingTime)).toEqual(data.map((one) => one.sensingTime).toSorted((a, b) => a - b))
  })
})

describe('a sensor that a store has', () => {
  test('is not taken over by another store that hears it, while its own does', async () => {
    const [mine, theirs] = [await newStore(), await newStore()]
    const sensor = newSensor()
    await mine.gateway.sense([{ sensor, rssi: -80 }])
    context.clock.advance(60)
    await theirs.gateway.sense([{ sensor, rssi: -20 }])
    expect(await listOf(theirs.storeCode)).toEqual([])
    expect(await listOf(mine.storeCode)).toHaveLength(1)
  })
  test('goes to another one that hears it once it is silent at home; its readings stay where they were measured', async () => {
    const [former, next] = [await newStore(), await newStore()]
    const sensor = newSensor()
    await former.gateway.sense([{ sensor, value: 3 }])
    await engine.pass(200)
    expect(await sensorOf(former.storeCode, sensor)).toMatchObject({ status: 'SILENT' })
    await next.gateway.sense([{ sensor, value: 6 }])
    expect(await listOf(former.storeCode)).toEqual([])
    expect(await sensorOf(next.storeCode, sensor)).toMatchObject({ status: 'OK', value: 6, gwMac: next.gateway.gwMac })
    expect(await alarmsOf(next.storeCode, sensor)).toMatchObject([{ alarmType: 'SILENT', clearedAt: now() }])
    expect([await valuesOf(former.storeCode, sensor), await valuesOf(next.storeCode, sensor)]).toEqual([[3], [6]])
    expect([await storeOf(former.storeCode), await storeOf(next.storeCode)]).toMatchObject([
      { totalSensorCount: 0, successRate: null, status: 'NORMAL', updatedAt: null },
      { totalSensorCount: 1, successRate: 100, status: 'NORMAL', updatedAt: now() },
    ])
  })
})

describe('the store of sensors', () => {
  test('counts them, those with a low battery, and the share that is well', async () => {
    const { storeCode, gateway } = await newStore()
    const [well, warm, drained, both] = [newSensor(), newSensor(), newSensor(), newSensor()]
    expect(await storeOf(storeCode)).toMatchObject({ totalSensorCount: 0, lowBatteryCount: 0, successRate: null, status: 'NORMAL' })
    await gateway.sense([
      { sensor: well },
      { sensor: warm, value: 30 },
      { sensor: drained, battery: 2 },
      { sensor: both, value: 30, battery: 2 },
    ])
    expect(await storeOf(storeCode)).toEqual({
      storeCode,
      storeName: `Store ${storeCode}`,
      address: '',
      position: null,
      totalSensorCount: 4,
      lowBatteryCount: 2,
      successRate: 25,
      status: 'ALARM',
      updatedAt: now(),
    })
    expect((await api('GET', `/status/store/${storeCode}/sensor/counts`)).body).toEqual({
      total: 4,
      byStatus: { OK: 1, OUT_OF_RANGE: 2, LOW_BATTERY: 1, SILENT: 0 },
    })
    const page = async (body: object) => (await api('POST', '/status/store/pagination/sensor', body)).body.data.map((one) => one.storeCode)
    expect(await page({ filter_status: 'ALARM', condition_status: '==', length: -1 })).toContain(storeCode)
    expect(await page({ filter_status: 'NORMAL', condition_status: '==', length: -1 })).not.toContain(storeCode)
    expect(await page({ filter_lowBatteryCount: '2', condition_lowBatteryCount: '>=', length: -1 })).toEqual([storeCode])
    await engine.pass(200)
    expect(await storeOf(storeCode)).toMatchObject({ lowBatteryCount: 2, successRate: 0, status: 'OFFLINE' })
  })
  test('whatever happens, the counters are what counting would give', async () => {
    const { db } = context.context
    const { storeCode, gateway } = await newStore()
    const sensors = Array.from({ length: 12 }, newSensor)
    for (let turn = 0; turn < 6; turn++) {
      const heard = sensors.filter((_, place) => (place * 7 + turn) % 3 > 0)
      await gateway.sense(
        heard.map((sensor, place) => ({
          sensor,
          value: (place + turn) % 4 === 0 ? 20 : 4,
          battery: (place + turn) % 5 === 0 ? 2 : 3,
          period: 20,
        })),
      )
      await engine.pass(turn % 2 === 0 ? 70 : 10)
      if (turn === 3) await sql`delete from sensors where sensor_mac = ${sensors[0]}`.execute(db)
      const counted = await sql`select count(*)::int as sensors, count(*) filter (where status = 'OK')::int as ok,
        count(*) filter (where status = 'SILENT')::int as silent, count(*) filter (where status = 'OUT_OF_RANGE')::int as out_of_range,
        count(*) filter (where 'LOW_BATTERY' = any(conditions))::int as low_battery, max(updated_at) as updated_at
        from sensors where store_code = ${storeCode}`.execute(db)
      const stored =
        await sql`select sensors, ok, silent, out_of_range, low_battery, updated_at from sensor_counts where store_code = ${storeCode}`.execute(
          db,
        )
      expect(stored.rows).toEqual(counted.rows)
      const open = await sql`select count(*)::int as n from open_sensor_alarms where store_code = ${storeCode}`.execute(db)
      const amiss =
        await sql`select coalesce(sum(cardinality(conditions)), 0)::int as n from sensors where store_code = ${storeCode}`.execute(db)
      expect(open.rows).toEqual(amiss.rows)
    }
  })
  test('is told to accounts of that store only, with the privilege', async () => {
    const [own, foreign] = [await newStore(), await newStore()]
    const call = caller(
      app,
      await seedAccount(context.context, { email: 'sensors@test.example', stores: [own.storeCode], privileges: ['sensor.read'] }),
    )
    expect((await call('GET', '/status/store/sensor')).body.storeList).toMatchObject([{ storeCode: own.storeCode }])
    expect((await call('POST', `/status/store/${foreign.storeCode}/sensor/search`, {})).body).toMatchObject({ code: 'other-store' })
    expect((await call('GET', '/status/store/tag')).status).toBe(403)
    const tags = caller(
      app,
      await seedAccount(context.context, { email: 'tags@test.example', stores: [own.storeCode], privileges: ['tag.read'] }),
    )
    expect((await tags('GET', '/status/store/sensor')).status).toBe(403)
    expect((await tags('GET', '/status/store/tag')).body.storeList).toMatchObject([{ storeCode: own.storeCode, total: 0 }])
  })
})

// The last one: weeks pass, and sessions with them.
test('readings are dropped after their days, and sensors that were silent all that time; what comes a day late is passed over', async () => {
  const { db, clock } = context.context
  const { storeCode, gateway } = await newStore()
  const sensor = newSensor()
  await gateway.sense([
    { sensor, value: 1, at: now() - 86_500 },
    { sensor, value: 2, at: now() - 86_300 },
  ])
  await engine.pass(300)
  const storedReadings = async () => {
    await preparePartitions(db, clock.now())
    await cleanUpSensors(context.context)
    const [readings, sensors, open, past] = await Promise.all(
      (['sensor_readings', 'sensors', 'open_sensor_alarms', 'sensor_alarms'] as const).map(
        async (table) => (await db.selectFrom(table).select('store_code').where('store_code', '=', storeCode).execute()).length,
      ),
    )
    return { readings, sensors, open, past }
  }
  expect(await storedReadings()).toEqual({ readings: 1, sensors: 1, open: 1, past: 0 })
  context.clock.advance(29 * 86_400)
  expect(await storedReadings()).toEqual({ readings: 1, sensors: 1, open: 1, past: 0 })
  context.clock.advance(3 * 86_400)
  expect(await storedReadings()).toEqual({ readings: 0, sensors: 0, open: 0, past: 1 })
  const counts = await db.selectFrom('sensor_counts').select(['sensors', 'silent']).where('store_code', '=', storeCode).execute()
  expect(counts).toEqual([{ sensors: 0, silent: 0 }])
})
