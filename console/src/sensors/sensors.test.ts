import { describe, expect, test } from 'vitest'
import { alarmValue, stateWords } from './cells.tsx'
import { axisOf } from './SensorChart.tsx'
import { sensorListSpec } from './sensor-list.screen.tsx'
import { sensorOverviewSpec } from './sensor-overview.screen.tsx'

describe('the value axis', () => {
  test.each([
    [[4, 8, -1], { min: -3, max: 9 }],
    [[-21.3, -30, -15], { min: -36, max: -12 }],
    [[20, 20], { min: 19, max: 23 }],
    [[-40, 200], { min: -75, max: 225 }],
    [[-200, 500], { min: -250, max: 750 }],
  ])('around %j has four even steps, and room at both ends', (values, { min, max }) => {
    const axis = axisOf(values)!
    expect(axis).toEqual({ min, max })
    expect((axis.max - axis.min) % 4).toBe(0)
    expect(axis.min).toBeLessThanOrEqual(Math.min(...values) - 0.5)
    expect(axis.max).toBeGreaterThanOrEqual(Math.max(...values) + 0.5)
  })
  test('of nothing there is none', () => expect(axisOf([])).toBeUndefined())
})

test('all that is amiss is said, the weightiest first', () => {
  expect(stateWords({ conditions: [] }, String)).toBe('sensors.state.OK')
  expect(stateWords({ conditions: ['SILENT', 'LOW_BATTERY'] }, String)).toBe('sensors.state.SILENT · sensors.state.LOW_BATTERY')
})
test('an alarm tells volts of a battery, degrees of a value, nothing of silence', () => {
  const alarm = { alarmTime: 0, clearedAt: null }
  expect(alarmValue({ ...alarm, alarmType: 'LOW_BATTERY', value: 2.4 })).toBe('2.40 V')
  expect(alarmValue({ ...alarm, alarmType: 'OUT_OF_RANGE', value: -9.55 })).toBe('-9.6 °C')
  expect(alarmValue({ ...alarm, alarmType: 'SILENT', value: null })).toBe('–')
})
test('the fields of the specification are columns', () => {
  const fields = (columns: readonly { field: string }[]) => columns.map((column) => column.field)
  expect(fields(sensorListSpec(String, 'S1').columns)).toEqual(
    expect.arrayContaining(['sensorMac', 'gwMac', 'operation', 'version', 'battery', 'rssi', 'status', 'updatedAt']),
  )
  expect(fields(sensorOverviewSpec(String).columns)).toEqual(
    expect.arrayContaining(['storeName', 'storeCode', 'totalSensorCount', 'lowBatteryCount', 'successRate', 'status', 'updatedAt']),
  )
  expect(sensorOverviewSpec(String).pageLength).toBe(10)
})
