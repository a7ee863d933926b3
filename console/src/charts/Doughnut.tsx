/** Parts of a whole as a ring, with the numbers beside it. */
import { formatNumber } from '../ui/format.ts'
import { colourOf, Glyph, type StateKind } from '../ui/state.tsx'
import chartStyles from '../ui/chart.module.css'

export interface DoughnutPart {
  name: string
  count: number
  kind: StateKind
}

const radius = 42
const around = 2 * Math.PI * radius
/** Share of the ring between two parts. */
const gapShare = 0.006

/** `centre` is the one figure that matters, such as `93.4%` or `5 / 7`. */
export function Doughnut({
  label,
  parts,
  centre,
  size = 120,
}: {
  label: string
  parts: readonly DoughnutPart[]
  centre: string
  size?: number
}) {
  const total = parts.reduce((sum, part) => sum + part.count, 0)
  const shown = parts.filter((part) => part.count > 0)
  const gap = shown.length > 1 ? gapShare : 0
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, part) => sum + part.count / total, 0))
  return (
    <div className={chartStyles.doughnut} data-part="doughnut">
      <svg width={size} height={size} viewBox="0 0 100 100" role="img" aria-label={`${label}: ${centre}`}>
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--line)" strokeWidth="13" />
        {shown.map((part, index) => (
          <circle
            key={part.name}
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            stroke={colourOf(part.kind)}
            strokeWidth="13"
            // A single label out of thousands is still seen.
            strokeDasharray={`${Math.max(part.count / total - gap, 0.004) * around} ${around}`}
            strokeDashoffset={-(starts[index] ?? 0) * around}
            transform="rotate(-90 50 50)"
          />
        ))}
        <text x="50" y="50" textAnchor="middle" dominantBaseline="central">
          {centre}
        </text>
      </svg>
      <dl>
        {parts.map((part) => (
          <div key={part.name}>
            <dt>
              <Glyph kind={part.kind} />
              {part.name}
            </dt>
            <dd>{formatNumber(part.count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
