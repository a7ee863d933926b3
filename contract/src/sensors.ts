/** Sensors: what hangs in a store's freezers, chillers and rooms and tells how warm it is (specification 1 §2, §3, §7; docs/sensors.md). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, nodeStatus, secondsQuery } from './schemas.ts'
import { position } from './stores.ts'
import { tableEndpoint } from './table.ts'

/**
 * What can be amiss with a sensor, the weightiest first: its status is the first that holds, its alarms have these names. The
 * specification gives "OK or other" and no list of alarms.
 */
export const sensorConditions = ['SILENT', 'OUT_OF_RANGE', 'LOW_BATTERY'] as const
export type SensorCondition = (typeof sensorConditions)[number]
export const sensorStatuses = ['OK', ...sensorConditions] as const
export type SensorStatus = (typeof sensorStatuses)[number]

/** What a reading came of: the sensor was switched on, its time had come, its value left or entered its range. */
export const sensorOperations = ['START', 'REPORT', 'ALERT'] as const
export type SensorOperation = (typeof sensorOperations)[number]

/** What sensors are made for, and the values that are right there, in degrees Celsius. A type that is not listed has no range. */
export const sensorTypes: Readonly<Record<string, { low: number; high: number }>> = {
  FREEZER: { low: -30, high: -15 },
  CHILLER: { low: -1, high: 8 },
  ROOM: { low: 5, high: 35 },
}

/** When a condition begins and ends, and which readings are kept. */
export const sensorRules = {
  /** Volts below which a battery is low, and how far above it must be to count as changed. */
  lowBattery: 2.5,
  batteryMargin: 0.1,
  /** Degrees by which a value must be back inside its range, so that an alarm does not come and go. */
  rangeMargin: 0.5,
  /** Silent: nothing heard for so many reports, and never sooner than after so many seconds. */
  silentReports: 3,
  silentMinSeconds: 60,
  /** A reading is kept when it moved by so many degrees, when a condition began or ended, and after so many seconds. */
  keepMoved: 0.2,
  keepEverySeconds: 60,
  /** Days that readings are kept. */
  historyDays: 31,
  /** Readings that arrive later than this are passed over. */
  latestSeconds: 86_400,
} as const

/** Readings of one history answer. Of more, those that stand out are answered: of each stretch of time the lowest and the highest. */
export const historyPoints = 2000
/** A history is of the last day unless the caller says otherwise (specification 1 §9). */
export const sensorHistorySeconds = 86_400

export const sensor = z.object({
  sensorMac: z.string(),
  gwMac: z.string().nullable(),
  /** One of `sensorTypes`, or what the sensor calls itself. */
  type: z.string(),
  operation: z.enum(sensorOperations),
  version: z.string(),
  /** Volts. */
  battery: z.number(),
  /** dBm */
  rssi: z.int(),
  status: z.enum(sensorStatuses),
  /** All that is amiss, the weightiest first. */
  conditions: z.array(z.enum(sensorConditions)),
  /** The newest value, degrees Celsius. */
  value: z.number(),
  /** Seconds between two reports. */
  period: z.number(),
  /** When it was measured. */
  updatedAt: epochSeconds,
})
export interface Sensor extends z.infer<typeof sensor> {}

/** Specification 1 §3: a sensor store. */
export const sensorStore = z.object({
  storeName: z.string(),
  storeCode: z.string(),
  address: z.string(),
  position: position.nullable(),
  totalSensorCount: z.int(),
  /** Sensors whose battery is low, whatever else is amiss with them. */
  lowBatteryCount: z.int(),
  /** Percent of the sensors with nothing amiss, rounded down to one decimal; null without sensors. */
  successRate: z.number().nullable(),
  /** NORMAL: nothing is amiss. OFFLINE: there are sensors, and all are silent. Else ALARM. */
  status: nodeStatus,
  /** The newest reading of any of them. */
  updatedAt: epochSeconds.nullable(),
})
export interface SensorStore extends z.infer<typeof sensorStore> {}

const reading = z.object({
  sensingTime: epochSeconds,
  /** Degrees Celsius. */
  sensingValue: z.number(),
})
export interface SensorReading extends z.infer<typeof reading> {}

const sensorAlarm = z.object({
  /** SILENT: when the sensor was last heard; else when it was measured. */
  alarmTime: epochSeconds,
  alarmType: z.enum(sensorConditions),
  /** Degrees Celsius out of range, volts of a low battery; null for silence. */
  value: z.number().nullable(),
  clearedAt: epochSeconds.nullable(),
})
export interface SensorAlarm extends z.infer<typeof sensorAlarm> {}

export const sensors = {
  stores: endpoint('GET', '/status/store/sensor', {
    access: 'sensor.read',
    store: 'account',
    summary: 'The account’s stores by their sensors.',
    response: z.object({ storeList: z.array(sensorStore) }),
  }),
  overview: tableEndpoint('/status/store/pagination/sensor', {
    access: 'sensor.read',
    store: 'account',
    summary: 'Stores by sensor status.',
    row: sensorStore,
    filters: ['storeCode', 'storeName', 'status', 'totalSensorCount', 'lowBatteryCount', 'successRate'],
  }),
  search: tableEndpoint('/status/store/:storeCode/sensor/search', {
    access: 'sensor.read',
    store: 'params.storeCode',
    summary: 'The sensors of a store.',
    row: sensor,
    filters: ['sensorMac', 'gwMac', 'type', 'operation', 'version', 'battery', 'rssi', 'status', 'value'],
  }),
  counts: endpoint('GET', '/status/store/:storeCode/sensor/counts', {
    access: 'sensor.read',
    store: 'params.storeCode',
    summary: 'Sensors of a store by status, from the summary counters.',
    response: z.object({ total: z.int(), byStatus: z.record(z.enum(sensorStatuses), z.int()) }),
  }),
  alarmHistory: tableEndpoint('/history/alarm/store/:storeCode/sensor/:sensorMac/search', {
    access: 'sensor.read',
    store: 'params.storeCode',
    summary: 'What was amiss with a sensor, and when it was over.',
    row: sensorAlarm,
    filters: ['alarmType'],
  }),
  history: endpoint('GET', '/history/store/:storeCode/sensor/:sensorMac', {
    access: 'sensor.read',
    store: 'params.storeCode',
    summary: 'Readings of a sensor from `startDate` to `endDate`, the last day unless told otherwise; of very many, those that stand out.',
    query: z.object({ startDate: secondsQuery, endDate: secondsQuery }),
    response: z.object({
      startDate: epochSeconds,
      endDate: epochSeconds,
      /** In the order of time. */
      data: z.array(reading),
      /** All readings between the two dates. */
      total: z.int(),
      /** The sensor as it is now; null when the store does not have it (any more). */
      sensor: sensor.nullable(),
    }),
  }),
  readings: tableEndpoint('/history/store/:storeCode/sensor/:sensorMac/search', {
    access: 'sensor.read',
    store: 'params.storeCode',
    summary: 'Every kept reading of a sensor, in pages.',
    row: reading,
    filters: ['sensingValue'],
  }),
}
