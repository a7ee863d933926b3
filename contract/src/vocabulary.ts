/** The words of the field that several domains share: states, kinds, reasons. Plain data, so that the console can carry it. */

export const nodeStatuses = ['NORMAL', 'ALARM', 'OFFLINE'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

/** Specification 1 §3; derived by the engine as docs/engine.md tells. */
export const tagStatuses = ['OK', 'NG', 'UPDATE', 'DEASSIGN', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2', 'WIP'] as const
export type TagStatus = (typeof tagStatuses)[number]
/** Specification 1 §4: what the dashboards call in progress and error; GOOD is the rest. */
export const inProgressStatuses = ['WIP', 'UPDATE'] as const satisfies readonly TagStatus[]
export const errorStatuses = ['NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2'] as const satisfies readonly TagStatus[]

/** Sites that treat missing tags specially: there they are displayed NG1, and who filters NG means all that are wrong (specification 1 §4, 2 §4). */
export const missingIsNg = (site: string): boolean => site === 'croma'
/** The site variant without NFC (specification 1 §6, 2 §1). */
export const hidesNfc = (site: string): boolean => site === 'nec'

/** Tasks whose failure leaves a wrong glass behind. */
export const labelTaskTypes = ['UPDATE', 'LAYOUT', 'ASSIGN', 'DEASSIGN', 'SWAP', 'REVERT'] as const
export const taskTypes = [...labelTaskTypes, 'LED', 'PAGE', 'STATUS_CHECK'] as const
export type TaskType = (typeof taskTypes)[number]
export const isLabelTask = (taskType: string): boolean => labelTaskTypes.some((type) => type === taskType)

/** Where the life of one operation stands: three open states and four ends (docs/engine.md). */
export const deliveryStates = ['QUEUED', 'RENDERED', 'SENT', 'SHOWN', 'SAME', 'SUPERSEDED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const openDeliveryStates = ['QUEUED', 'RENDERED', 'SENT'] as const satisfies readonly DeliveryState[]

export const failureReasons = [
  'render-overflow',
  'render-missing-glyph',
  'render-error',
  'no-price',
  'no-name',
  'no-layout',
  'unknown-model',
  'gateway-offline',
  'gateway-refused',
  'tag-silent',
  // No gateway has ever heard the tag: it is expected, and its label goes to it once it is heard.
  'not-heard',
  'tag-refused',
  'transfer-timeout',
  'retries-exhausted',
  'unsupported',
  'cancelled',
  'decorator-error',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** What one delivery wants from its tag. */
export const operationKinds = ['SHOW', 'BLANK', 'LED', 'PAGE', 'STATUS_CHECK'] as const
export type OperationKind = (typeof operationKinds)[number]

/** Kinds of tags that are out of the ordinary, as the specification's addresses name them (specification 1 §7). */
export const exceptionKinds = ['error', 'noproduct', 'lowbattery', 'duplicate'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** Specification 2 §3, §9: a gateway offline for more than 1 hour, no product file for more than 4 hours, the daily report. */
export const notificationKeys = ['gwOff1Hr', 'notRecvCsv4Hr', 'abnorTagProduct'] as const
export type NotificationKey = (typeof notificationKeys)[number]

export const languages = ['en_US', 'ja_JP', 'ko_KR'] as const
export type Language = (typeof languages)[number]

/** A tag's id as people and scanners give it: case and separators do not matter. The form is that of `tagMac`. */
export const normaliseTagMac = (text: string): string => text.replaceAll(/[:-]/g, '').trim().toUpperCase()
export const tagMacForm = /^[0-9A-F]{16}$/

/** Addresses of gateways: IPv4, and IPv4 with the one port that a gateway is administered at (specification 1 §9). */
const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = `${octet}(\\.${octet}){3}`
export const ipv4Form = new RegExp(`^${ipv4}$`)
export const gatewayIpForm = new RegExp(`^${ipv4}:8080$`)

/** How often gateways ask their tags to listen (specification 2 §5 names the field alone); GATEWAY leaves it to each gateway. */
export const communicationModes = ['GATEWAY', 'FAST', 'NORMAL', 'SAVING'] as const
export type CommunicationMode = (typeof communicationModes)[number]
/** Seconds between two check-ins of a tag. */
export const checkinOfMode: Record<CommunicationMode, number | undefined> = { GATEWAY: undefined, FAST: 30, NORMAL: 60, SAVING: 300 }

/** What numbers of the server configuration may be (specification 2 §5 leaves the bounds open): seconds, days and pieces, as their names say. */
export const settingBounds = {
  gatewayStatusCheckInterval: { min: 20, max: 3600 },
  historyRetentionDays: { min: 1, max: 3650 },
  updateHistoryRetentionDays: { min: 1, max: 3650 },
  auditRetentionDays: { min: 0, max: 3650 },
  tagDisplayRefreshDays: { min: 0, max: 3650 },
  familyProductItemCount: { min: 1, max: 20 },
  maxAgeDays: { min: 0, max: 3650 },
  risePercent: { min: 1, max: 10_000 },
  fallPercent: { min: 1, max: 100 },
} as const

/** How the values of a slot of prInfo are meant. */
export const aliasTypes = ['text', 'name', 'price', 'number', 'date', 'barcode', 'currency'] as const

/** Names of layouts: what files can carry without quotes. */
export const layoutIdForm = /^[\p{L}\p{N}_.-]{1,40}$/u

/** Specification 2 §9: what a new store begins with. Durations and timeouts in seconds. */
export const storeDefaults = {
  totalDuration: 120,
  eventDuration: 1,
  cpDuration: 39,
  baseTimeout: 60,
  timeoutTag: 0.1,
  nfRandomPercent: 5,
  nfRetryCnt: 8,
  nfBasicSleep: 18,
  nfDeepSleepDuration: 30,
  tagStatusCheckDay: 'SUN',
  timeServerPort: 123,
} as const
/** Specification 2 §9: the day of the weekly status check; `manual`: only when a person starts one. */
export const checkDays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'manual'] as const
/** The type of a store that was given none: promotions hold for the stores of a type. */
export const defaultStoreType = 'STANDARD'
/** The specification's sentence for a field that must be given (specification 2 §5). */
export const storeFieldLabels = {
  storeCode: 'Store Code',
  storeName: 'Store Name',
  totalDuration: 'Total Duration',
  eventDuration: 'Event Duration',
  cpDuration: 'CP Duration',
  baseTimeout: 'Base Timeout',
  timeoutTag: 'Timeout Tag',
  nfRandomPercent: 'nf Random Percent',
  nfRetryCnt: 'nf Retry Count',
  nfBasicSleep: 'nf Basic Sleep',
  nfDeepSleepDuration: 'nf Deep Sleep',
} as const
