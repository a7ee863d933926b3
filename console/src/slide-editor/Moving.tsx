/** Clocks and tickers as displays put them together, by the clock of this browser. */
import { clockWriter, nextTick, readLine, readSheet, rowSvg, tickerCourse, tickerFrames, type Moves } from '@endcap/signage/moving'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './slide-editor.module.css'

const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

interface Props<Kind extends Moves['kind']> {
  /** As the server has drawn it. */
  svg: string
  moves: Extract<Moves, { kind: Kind }>
}
export function Clock({ svg, moves }: Props<'clock'>) {
  const read = useMemo(() => readSheet(svg), [svg])
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(1, nextTick(moves, now) - Date.now()))
    return () => clearTimeout(timer)
  }, [moves, now])
  const text = clockWriter(moves, moves.locale, moves.timeZone)(now)
  return <img src={addressOf(rowSvg(read, text, moves))} alt={text} draggable={false} />
}

export function Ticker({ svg, moves }: Props<'ticker'>) {
  const { round, length, copies, ground } = useMemo(() => readLine(svg), [svg])
  const track = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { lasts, at } = tickerCourse(moves, length)
    const animation = track.current?.animate(tickerFrames(moves, length), { duration: lasts, iterations: Infinity })
    if (animation !== undefined) animation.currentTime = at(Date.now())
    return () => animation?.cancel()
  }, [moves, length])
  return (
    <>
      <img src={addressOf(ground)} alt="" draggable={false} />
      <div className={styles.track} ref={track} style={{ width: copies * length }}>
        {Array.from({ length: copies }, (_, at) => at * length).map((left) => (
          <img key={left} src={addressOf(round)} alt="" draggable={false} style={{ left, width: length }} />
        ))}
      </div>
    </>
  )
}
