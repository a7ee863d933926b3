/** Cells of tag lists: plain spans and small drawings. */

const sizes: Record<string, string> = {
  '6': '1.54',
  A: '2.13',
  C: '2.66',
  '5': '2.90',
  '9': '4.20',
  E: '3.10',
  D: '5.65',
  B: '5.83',
  '8': '7.50',
  F: '13.30',
  '0': '5.65N',
}
/** `2.90″` from a tag type's second character (specification 1 §9). */
export const sizeOf = (tagType: string): string => (sizes[tagType[1] ?? ''] === undefined ? 'UNKNOWN' : `${sizes[tagType[1] ?? '']}″`)

/** dBm from which a bar is full. */
const steps = [-88, -78, -67, -55]
export function Rssi({ dbm }: { dbm: number | null }) {
  if (dbm === null) return '–'
  const bars = steps.filter((step) => dbm > step).length || 1
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      <svg width="13" height="11" aria-hidden="true">
        {steps.map((step, index) => (
          <rect
            key={step}
            x={index * 3.4}
            y={8 - index * 2.6}
            width="2.3"
            height={3 + index * 2.6}
            rx=".6"
            fill={index < bars ? (bars === 1 ? 'var(--bad)' : 'var(--ink-2)') : 'var(--line-2)'}
          />
        ))}
      </svg>
      {dbm}
    </span>
  )
}

const [emptyVolts, fullVolts] = [2.3, 3.1]
export function Battery({ volts, low }: { volts: number | null; low: boolean }) {
  if (volts === null) return '–'
  const filled = Math.max(0, Math.min(1, (volts - emptyVolts) / (fullVolts - emptyVolts)))
  return (
    <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center', color: low ? 'var(--bad-t)' : undefined }}>
      <svg width="17" height="9" aria-hidden="true">
        <rect x=".5" y=".5" width="13" height="8" rx="2" fill="none" stroke={low ? 'var(--bad)' : 'var(--idle)'} />
        <rect x="2" y="2" width={10 * filled} height="5" rx=".8" fill={low ? 'var(--bad)' : 'var(--ink-2)'} />
        <rect x="14.5" y="3" width="2" height="3" rx="1" fill={low ? 'var(--bad)' : 'var(--idle)'} />
      </svg>
      {volts.toFixed(2)} V
    </span>
  )
}
