/** What a dialog for scans sends, and what it has done so far, the latest first. */
import { useRef, useState } from 'react'
import { playSound } from '../ui/sound.ts'
import { clsx } from 'clsx'
import linesStyles from '../form/lines.module.css'
import flashStyles from '../ui/flash.module.css'

const shown = 5
interface Line {
  id: number
  text: string
}

/**
 * Sends one after the other, in the order of the scans; no scan waits for it, as the next one may come before the answer. A call answers
 * with what it has done. Specification 3 §4: of a failure there is no text, who scans hears it.
 */
export function useSends(): [Line[], (call: () => Promise<string>) => void] {
  const [lines, setLines] = useState<Line[]>([])
  const last = useRef(Promise.resolve())
  const send = (call: () => Promise<string>) => {
    last.current = last.current.then(call).then(
      (text) => {
        playSound('success')
        setLines((now) => [{ id: (now[0]?.id ?? 0) + 1, text }, ...now])
      },
      () => playSound('failure'),
    )
  }
  return [lines, send]
}

export function DoneLines({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={clsx(linesStyles.lines, flashStyles.flash)} key={lines[0]?.id} role="status">
      {lines.slice(0, shown).map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}
