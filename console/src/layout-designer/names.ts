/** What elements are called in lists and to those who do not see them. */
import { symbologyNames } from '@endcap/label/layout'
import type { EditorElement } from './model.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** What it shows, such as its template; empty where its kind says all. */
export function contentOf(element: EditorElement, t: Translate): string {
  switch (element.type) {
    case 'text':
      return element.text
    case 'price':
      return `{${element.field}}`
    case 'barcode':
      return `${symbologyNames[element.symbology]} ${element.value}`
    case 'repeat':
      return t('layoutDesigner.times', { count: element.count })
    default:
      return ''
  }
}
export const nameOfElement = (element: EditorElement, t: Translate): string =>
  `${t(`layoutDesigner.type.${element.type}`)} ${contentOf(element, t)}`.trim()
