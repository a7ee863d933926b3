/** The lines of a file of tags and their states: a tag id, or an id and a state behind a comma, a semicolon or a tab. */
import { normaliseTagMac, tagMacForm } from '@endcap/contract/vocabulary'

export interface LifecycleLine {
  /** From 1, as editors count. */
  line: number
  tagMac: string
  /** Empty: none was given. */
  lifecycle: string
}

/** The first line may be a heading. Empty lines and those that begin with # are passed over. */
export function readLifecycleLines(text: string): LifecycleLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((content, index) => {
    if (content.trim() === '' || content.startsWith('#')) return []
    const [tagMac = '', lifecycle = ''] = content.split(/[,;\t]/).map((cell) => cell.trim().replaceAll('"', ''))
    if (index === 0 && /tag|mac|id|タグ|태그/i.test(tagMac) && !tagMacForm.test(normaliseTagMac(tagMac))) return []
    return [{ line: index + 1, tagMac, lifecycle }]
  })
}
