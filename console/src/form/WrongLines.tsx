/** The lines of a file that are wrong, as the server names them; nothing while there are none. */
import linesStyles from './lines.module.css'
export function WrongLines({ label, lines }: { label: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={linesStyles.lines} aria-label={label} tabIndex={0}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
