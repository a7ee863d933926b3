/** A code for cameras, of rows of dark (1) and light (0) squares: dark on light in either theme, with the margin that readers need. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const quiet = 4
  const size = rows.length + 2 * quiet
  const path = rows
    .flatMap((row, y) => [...row].flatMap((dark, x) => (dark === '1' ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
