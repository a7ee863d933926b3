/** The lines of a file that are wrong, as the server names them, with its columns as people call them; nothing while there are none. */
import { ColumnName } from './ColumnName.tsx'
import type { Line } from './file-reasons.ts'
import linesStyles from './lines.module.css'

export function WrongLines({ label, lines }: { label: string; lines: readonly (string | Line)[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={linesStyles.lines} aria-label={label} tabIndex={0}>
      {lines.map((line) => {
        if (typeof line === 'string') return <li key={line}>{line}</li>
        return (
          <li key={line.text}>{line.parts.map((part) => (typeof part === 'string' ? part : <ColumnName key={part.name} {...part} />))}</li>
        )
      })}
    </ul>
  )
}
