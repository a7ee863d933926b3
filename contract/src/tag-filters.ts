/** What every list of tags can be filtered by. */
export const tagFilters = [
  'barcode',
  'prCode',
  'tagType',
  'gwIp',
  'operation',
  'status',
  /** Retired tags are listed only where this names them. */
  'lifecycle',
  /** `true` or `false`. */
  'confirmed',
  /** `true`: those that nothing was ever heard of (`respondedAt` is null). */
  'expected',
  'version',
  'rssi',
  'battery',
  'temperature',
  'battStatus',
] as const
