/** What was shown: by its name, or as plans name it where it is gone or has none. */
import helpers from '../ui/helpers.module.css'
export function ContentCell({ content, contentName }: { content: string; contentName: string }) {
  return contentName === '' ? <span className={helpers.mono}>{content}</span> : <span title={content}>{contentName}</span>
}
