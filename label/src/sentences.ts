/** What is wrong with a label or with a layout, in words: sentences that have keys, so that a console can say the same in other languages. */

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
  'price-empty': '{{field}} is empty: a label is not shown without its price',
  'name-empty': '{{field}} is empty: a label is not shown without its name',
  'price-hidden': 'Product {{product}} would stand without its price: the conditions of every element for it leave it out',
  'name-hidden': 'Product {{product}} would stand without its name: the conditions of every element for it leave it out',
  'price-nowhere': 'No element is for the price: a label of this layout says none',
  'name-nowhere': 'No element is for the name: a label of this layout says none',
  'no-number': '{{field}} is "{{text}}", which is not a number',
  'price-decimals': '{{field}} is "{{text}}", which has decimals that {{currency}} does not have',
  'two-readings': '{{field}} is "{{text}}", which could be {{one}} or {{other}}',
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
  'brace-open': 'a { is not closed by a }',
  'brace-closed': 'a } closes no {',
  'slot-unclear': '{{text}} is no field with a format: known formats are {{known}}',
  'slot-nameless': '{{text}} names no field',
  'format-unknown': '{{text}} has the unknown format "{{format}}": known formats are {{known}}',
  'format-empty': '{{text}} has empty brackets',
  'format-alone': '{{text}} has the format {{format}}, which takes nothing in brackets',
  'format-rate': '{{text}} has the format {{format}}, which takes a rate from 0 to 99.99, such as {{format}}(10)',
  'format-words': '{{text}} has the format {{format}}, which takes one of {{words}} in brackets, or none',
  'pattern-wrong': 'is no pattern: at position {{position}}, "{{text}}" is not closed, or cannot stand there',
  'pattern-refused':
    'is a pattern that could take for ever: at position {{position}}, "{{text}}" is not allowed. Patterns know no back-references, no lookaround and no repeated anchors',
  'pattern-large':
    'is too large a pattern at position {{position}}: it may have {{length}} characters, counts up to {{count}}, and {{steps}} steps with its counts written out',
  'too-little': 'must be {{least}} or more',
  'too-much': 'must be {{most}} or less',
  'too-short': 'must have {{least}} or more characters',
  'too-long': 'must have {{most}} or fewer characters',
  'too-few': 'must be {{least}} or more of them',
  'too-many': 'must be {{most}} or fewer of them',
} as const
export type Sentence = keyof typeof sentences

/** One of them with what is filled in. */
export interface Translatable {
  sentence: Sentence
  values: Readonly<Record<string, string | number>>
}
/** As much of a text as a sentence can hold. */
export const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** A sentence in English, and what it was made of. */
export interface InWords {
  detail: string
  translatable: Translatable
}
/** Quoted texts are shortened by the caller. */
export function inEnglish(sentence: Sentence, values: Translatable['values'] = {}): InWords {
  const detail = sentences[sentence].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return { detail, translatable: { sentence, values } }
}
