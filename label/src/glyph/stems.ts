/** The stems of a glyph: found in a large drawing of it. */

/** A glyph drawn `scale` times as large. The pen stands at (`penX`, `penY`). */
export interface Large {
  width: number
  height: number
  /** 1 where there is ink. */
  bits: Uint8Array
  scale: number
  penX: number
  penY: number
}

/** A straight piece along one axis: where it lies across, and how long it is. */
export interface Stem {
  from: number
  to: number
  weight: number
}

interface Trace {
  from: number
  to: number
  first: { from: number; to: number }
  last: { from: number; to: number }
  length: number
}

/** Straight pieces about as thick as a stem, along one axis: the runs of ink of line after line that stay where they are. */
export function findStems({ width, height, bits, scale }: Large, axis: 'x' | 'y', standardWidth: number): Stem[] {
  const [lines, across] = axis === 'x' ? [height, width] : [width, height]
  const [lineStep, step] = axis === 'x' ? [width, 1] : [1, width]
  const thickest = standardWidth * 1.8 * scale
  const drift = Math.max(1, 0.22 * scale)
  const shortest = Math.max(0.7, standardWidth * 0.72) * scale
  const found: Stem[] = []
  let open: Trace[] = []
  const close = ({ from, to, length }: Trace) => {
    if (length >= shortest) found.push({ from: from / length, to: to / length, weight: length })
  }
  for (let line = 0; line < lines; line++) {
    const next: Trace[] = []
    for (let at = 0; at < across; at++) {
      if (bits[line * lineStep + at * step] !== 1) continue
      const from = at
      while (at < across && bits[line * lineStep + at * step] === 1) at++
      if (at - from > thickest || at - from < standardWidth * 0.4 * scale) continue
      const index = open.findIndex(
        ({ first, last }) => from < last.to && at > last.from && Math.abs(from - first.from) <= drift && Math.abs(at - first.to) <= drift,
      )
      const [before] = index < 0 ? [] : open.splice(index, 1)
      const run = { from, to: at }
      if (before === undefined) next.push({ from, to: at, first: run, last: run, length: 1 })
      else next.push({ ...before, from: before.from + from, to: before.to + at, last: run, length: before.length + 1 })
    }
    for (const one of open) close(one)
    open = next
  }
  for (const one of open) close(one)
  return withoutOverlap(found)
}

/** Stems in line with each other become one; of stems that are in each other's way the longer stays. */
function withoutOverlap(found: Stem[]): Stem[] {
  const accepted: Stem[] = []
  for (const stem of found.toSorted((a, b) => b.weight - a.weight)) {
    const other = accepted.find((one) => stem.from < one.to && stem.to > one.from)
    if (other === undefined) {
      accepted.push({ ...stem })
      continue
    }
    const shared = Math.min(stem.to, other.to) - Math.max(stem.from, other.from)
    if (shared < 0.6 * Math.min(stem.to - stem.from, other.to - other.from)) continue
    const weight = other.weight + stem.weight
    other.from = (other.from * other.weight + stem.from * stem.weight) / weight
    other.to = (other.to * other.weight + stem.to * stem.weight) / weight
    other.weight = weight
  }
  return accepted.toSorted((a, b) => a.from - b.from)
}
