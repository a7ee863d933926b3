/** Templates as files: `templates.json`, `template_{id}.json` (specification 3 §2, §5). */
import type { SlideTemplate } from '@endcap/contract/slide-templates'
import { templateSizeNames } from '@endcap/signage/models'
import { parseJson } from '../form/json.ts'

type TemplateFile = Pick<SlideTemplate, 'size' | 'show'> & { name: string }
/** What the server takes of one request; more is no file of templates. */
export const templateFileMaxBytes = 8_000_000
const maxTemplates = 500

/** One template or a list of them; undefined when the text is no such file. What stands on slides is checked by the server. */
export function readTemplates(text: string): TemplateFile[] | undefined {
  const value = parseJson(text)
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0 || all.length > maxTemplates || !all.every(isTemplate)) return undefined
  return all.map(({ name, size, show }) => ({ name: name.trim(), size, show }))
}

/** For a file that takes the place of a template: its name does not matter. */
export function readReplacement(text: string): Pick<TemplateFile, 'size' | 'show'> | undefined {
  const value = parseJson(text)
  return isBody(value) ? { size: value.size, show: value.show } : undefined
}

const isBody = (value: unknown): value is Pick<TemplateFile, 'size' | 'show'> =>
  typeof value === 'object' &&
  value !== null &&
  'size' in value &&
  templateSizeNames.some((name) => name === value.size) &&
  'show' in value &&
  Array.isArray(value.show)
const isTemplate = (value: unknown): value is TemplateFile =>
  isBody(value) && 'name' in value && typeof value.name === 'string' && value.name.trim() !== ''

export const writeTemplates = (templates: readonly Pick<SlideTemplate, '_id' | 'size' | 'show'>[]): { name: string; text: string } => {
  const all = templates.map(({ _id, size, show }) => ({ name: _id, size, show }))
  const [only] = all
  return all.length === 1 && only !== undefined
    ? { name: `template_${only.name}.json`, text: JSON.stringify(only, null, 2) }
    : { name: 'templates.json', text: JSON.stringify(all, null, 2) }
}
