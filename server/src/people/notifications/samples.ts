/** Cases as they may be, for previews and test mails. */
import type { Language, NotificationKey } from '@endcap/contract/vocabulary'
import type { Case } from './compose.ts'

interface Place {
  storeName: string
  storeCode: string
  timeZone: string
}
const stores: Record<Language, readonly [Place, Place]> = {
  en_US: [
    { storeName: 'Main Street', storeCode: 'S0001', timeZone: 'Europe/London' },
    { storeName: 'Harbour', storeCode: 'S0002', timeZone: 'Europe/London' },
  ],
  ja_JP: [
    { storeName: '銀座店', storeCode: 'S0001', timeZone: 'Asia/Tokyo' },
    { storeName: '横浜店', storeCode: 'S0002', timeZone: 'Asia/Tokyo' },
  ],
  ko_KR: [
    { storeName: '강남점', storeCode: 'S0001', timeZone: 'Asia/Seoul' },
    { storeName: '부산점', storeCode: 'S0002', timeZone: 'Asia/Seoul' },
  ],
}
export const sampleDay = '2026-11-20'

const variables: Record<NotificationKey, readonly [Record<string, string>, Record<string, string>]> = {
  gwOff1Hr: [
    { gateway: '02EC5A010001', ip: '192.0.2.11:8080', since: '2026-11-20 08:12' },
    { gateway: '02EC5A020001', ip: '192.0.2.12:8080', since: '2026-11-20 08:31' },
  ],
  notRecvCsv4Hr: [
    { fileName: 'prices-1120.csv', since: '2026-11-20 05:02' },
    { fileName: 'prices.csv', since: '2026-11-20 04:58' },
  ],
  abnorTagProduct: [
    {
      tags: '3',
      products: '2',
      total: '1204',
      failed: '1',
      missing: '2',
      unconfirmed: '0',
      lowBattery: '1',
      tagList:
        '  5A3C9E0050000001  NG  4901234567894\n  5A3C9E0050000002  MISSING  LOW BATTERY  4901234567894\n  5A3C9E0050000003  MISSING  8801234567893',
      productList: '  4901234567894  × 2\n  8801234567893  × 1',
    },
    {
      tags: '1',
      products: '1',
      total: '860',
      failed: '0',
      missing: '1',
      unconfirmed: '0',
      lowBattery: '0',
      tagList: '  5A3C9E0050000101  MISSING  4901234567894',
      productList: '  4901234567894  × 1',
    },
  ],
}
const locales: Record<Language, string> = { en_US: 'en-GB', ja_JP: 'ja-JP', ko_KR: 'ko-KR' }

/** Two stores' worth, as a mail in this language would tell them. */
export const sampleCases = (key: NotificationKey, language: Language): Case[] =>
  stores[language].map((place, index) => ({
    storeCode: place.storeCode,
    locale: locales[language],
    variables: { ...place, ...variables[key][index] },
  }))
