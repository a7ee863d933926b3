/** Endcap's sign: a label on its rail. */
export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect x="1" y="3" width="18" height="14" rx="2.5" fill="var(--ink)" />
      <rect x="3.4" y="5.4" width="8.2" height="9.2" fill="var(--surface)" />
      <rect x="13.2" y="5.4" width="3.4" height="9.2" fill="#D5372C" />
    </svg>
  )
}
