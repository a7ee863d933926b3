/** Cells of tag lists: plain spans and small drawings. */
import { modelOf, sizeOfName, sizeOfType } from '@endcap/label/models'

/** `2.90″` of a tag type, or its pixels where its inches are not known (specification 1 §9; docs/models.md). */
export function sizeOf(tagType: string): string {
  const size = sizeOfType(tagType)
  return size === undefined ? 'UNKNOWN' : sizeWords(size)
}
/** `2.90″` or `800 × 480` of a size, or of the size of a drawing: `tag-800x480`. */
export const sizeWords = (size: string): string => (size.includes('x') ? size.replace('tag-', '').replace('x', ' × ') : `${size}″`)
/** The same of a size as products name it (`R290`); a name of no size stands as it is. */
export function namedSize(name: string): string {
  if (name.includes('x')) return sizeWords(name)
  const size = sizeOfName(name)
  return size === 'UNKNOWN' ? name : sizeWords(size.replace('p', '.'))
}
/** What a tag is: the specification's by their size, others by name and pixels. */
export function modelText(tagType: string): string {
  const model = tagType.length === 2 ? undefined : modelOf(tagType)
  if (model === undefined) return sizeOf(tagType)
  const { name, size, width, height } = model
  return size.includes('x') ? name : `${name} · ${width} × ${height}`
}

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
