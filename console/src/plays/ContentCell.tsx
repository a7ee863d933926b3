/** What was shown: by its name, or as plans name it where it is gone or has none. */
import helpers from '../ui/helpers.module.css'
export function ContentCell({ content, contentName }: { content: string | null; contentName: string | null }) {
  if (content === null) return null
  return !contentName ? <span className={helpers.mono}>{content}</span> : <span title={content}>{contentName}</span>
}

/** Areas as people count them; slides have none. */
export const areaText = (area: number | null): string => (area === null ? '–' : String(area + 1))
