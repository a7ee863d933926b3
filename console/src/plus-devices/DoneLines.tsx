/** What a dialog that stays open has done so far, the latest first. */
import { useState } from 'react'

const shown = 5
interface Line {
  id: number
  text: string
}

export function useDone(): [Line[], (text: string) => void] {
  const [lines, setLines] = useState<Line[]>([])
  return [lines, (text) => setLines((now) => [{ id: (now[0]?.id ?? 0) + 1, text }, ...now])]
}

export function DoneLines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="lines flash" key={lines[0]?.id} role="status">
      {lines.slice(0, shown).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}
