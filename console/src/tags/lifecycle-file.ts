/** The lines of a file of tags and their states: a tag id, or an id and a state behind a comma, a semicolon or a tab. */
import { normaliseTagMac, tagMacForm } from '@endcap/contract/vocabulary'
import { fileLines } from './file-lines.ts'

export interface LifecycleLine {
  /** From 1, as editors count. */
  line: number
  tagMac: string
  /** Empty: none was given. */
  lifecycle: string
}

/** The first line may be a heading. */
export function readLifecycleLines(text: string): LifecycleLine[] {
  return fileLines(text).flatMap(({ line, content }) => {
    const [tagMac = '', lifecycle = ''] = content.split(/[,;\t]/).map((cell) => cell.trim().replaceAll('"', ''))
    if (line === 1 && /tag|mac|id|タグ|태그/i.test(tagMac) && !tagMacForm.test(normaliseTagMac(tagMac))) return []
    return [{ line, tagMac, lifecycle }]
  })
}
