/** From cases and templates to mails: one mail for each recipient, in its language, with the cases of its stores. */
import type { NotificationContent } from '@endcap/contract/notifications'
import { fillBlanks } from '@endcap/contract/templates'
import type { Language, NotificationKey } from '@endcap/contract/vocabulary'

/** One thing to tell: a gateway, a store without files, a store's report. */
export interface Case {
  storeCode: string
  /** Of the store, such as ja-JP: the language of those who chose none. */
  locale: string
  variables: Record<string, string>
  /** Those that are not the same in each language. */
  words?: Record<Language, Record<string, string>>
}
export interface Recipient {
  email: string
  language: Language | null
  /** Of all stores, or of these. */
  stores: 'all' | readonly string[]
}

/** Cases that one mail tells; the count tells how many there are. */
const casesInMail = 100

/** The blanks that templates may have (specification 2 §3: variables). */
export const variablesOf: Record<NotificationKey, { case: readonly string[]; mail: readonly string[] }> = {
  gwOff1Hr: { case: ['storeName', 'storeCode', 'gateway', 'ip', 'since', 'timeZone'], mail: ['count', 'list', 'link'] },
  notRecvCsv4Hr: { case: ['storeName', 'storeCode', 'fileName', 'since', 'timeZone'], mail: ['count', 'list', 'link'] },
  abnorTagProduct: {
    case: [
      'storeName',
      'storeCode',
      'timeZone',
      'tags',
      'products',
      'total',
      'failed',
      'missing',
      'unconfirmed',
      'lowBattery',
      'tagList',
      'productList',
    ],
    mail: ['count', 'list', 'link', 'day'],
  },
}

const fill = (template: string, variables: Record<string, string>): string => fillBlanks(template, (name) => variables[name] ?? '')

export const languageOfLocale = (locale: string): Language =>
  locale.startsWith('ja') ? 'ja_JP' : locale.startsWith('ko') ? 'ko_KR' : 'en_US'

export interface Letter {
  cases: readonly Case[]
  contents: Record<Language, NotificationContent>
  recipients: readonly Recipient[]
  /** What the mail may name besides its cases. */
  more?: Record<string, string>
  /** That, where it depends on what one mail tells. */
  moreOf?: (own: readonly Case[], language: Language) => Record<string, string>
  link: string
}

export function composeMails({
  cases,
  contents,
  recipients,
  more = {},
  moreOf,
  link,
}: Letter): { to: string; subject: string; text: string }[] {
  return recipients.flatMap(({ email, language, stores }) => {
    const own = stores === 'all' ? cases : cases.filter((one) => stores.includes(one.storeCode))
    const [first] = own
    if (first === undefined) return []
    const spoken = language ?? languageOfLocale(first.locale)
    const { title, detail, subject, body } = contents[spoken]
    const listed = own.slice(0, casesInMail).map((one) => {
      const values = { ...one.variables, ...one.words?.[spoken] }
      return `${fill(title, values)}\n${fill(detail, values)}`.trim()
    })
    if (own.length > casesInMail) listed.push(`… +${own.length - casesInMail}`)
    const variables = { ...more, ...moreOf?.(own, spoken), link, count: String(own.length), list: listed.join('\n\n') }
    // A subject is one line, whatever names bring along; blanks that stay empty leave no gaps.
    const line = fill(subject, variables).replaceAll(/\s+/g, ' ').trim()
    const text = fill(body, variables).replaceAll(/\n{3,}/g, '\n\n')
    return [{ to: email, subject: line, text: `${text.trim()}\n` }]
  })
}
