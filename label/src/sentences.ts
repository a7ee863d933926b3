/** What is wrong with a label, in words: sentences that have keys, so that a console can say the same in other languages. */

/** In English; what stands in braces is filled in. */
export const sentences = {
  'no-glyph': 'No typeface has {{characters}}',
  'text-too-long': '"{{text}}" does not fit into {{width}} × {{height}} pixels at size {{size}}',
  'price-too-long': 'The price "{{text}}" does not fit into {{width}} × {{height}} pixels',
  'code-too-wide': '{{symbology}} with {{modules}} modules does not fit into {{width}} × {{height}} pixels',
  'no-code': '"{{text}}" is no {{symbology}}: {{reason}}',
  'no-picture': 'The picture cannot be read',
  'picture-too-large': 'The picture has {{width}} × {{height}} pixels; at most {{most}} are drawn',
  'no-price': '{{field}} is "{{text}}", which is not a price',
  'no-number': '{{field}} is "{{text}}", which is not a number',
  'no-date': '{{field}} is "{{text}}", which is not a date',
  'no-percent': '{{field}} is "{{text}}", which is not a percent',
  'no-template': 'The text is "{{text}}", which is not a template: {{reason}}',
  'other-size': 'The layout is {{width}} × {{height}} pixels, the panel {{panelWidth}} × {{panelHeight}}',
  'no-product': 'Product {{text}} does not exist',
  tiny: '"{{text}}" has characters of {{size}} pixels',
  shrunk: '"{{text}}" was shrunk from size {{wanted}} to {{size}}',
  cut: '"{{text}}" was cut',
  outside: '"{{text}}" stands partly outside of the panel',
  pale: '"{{text}}" can hardly be told from what lies below it',
  covered: '"{{text}}" is painted over by a later element',
  'code-red': 'The {{symbology}} "{{text}}" is red: to the red light of scanners it is as bright as paper',
  'quiet-outside': 'The {{symbology}} "{{text}}" lacks room: {{modules}} modules around it must stay empty, and the panel ends before',
  'quiet-inked': 'The {{symbology}} "{{text}}" has ink within the {{modules}} modules around it that must stay empty',
  'code-unread': 'The {{symbology}} "{{text}}" cannot be read back from the label',
  'code-misread': 'The {{symbology}} "{{text}}" is read as {{read}}',
} as const
export type Sentence = keyof typeof sentences

/** One of them with what is filled in. */
export interface Said {
  sentence: Sentence
  values: Readonly<Record<string, string | number>>
}
/** As much of a text as a sentence can hold. */
export const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** The sentence in English, with what it was made of. Quoted texts are shortened by whoever says them. */
export function say(sentence: Sentence, values: Said['values'] = {}): { detail: string; said: Said } {
  const detail = sentences[sentence].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return { detail, said: { sentence, values } }
}
