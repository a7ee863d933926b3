/** The server configuration as a form, and back. */
import type { StoredServerConfig } from '@endcap/contract/settings'
import { expect, test } from 'vitest'
import { toBody, toDraft, wrongOf } from './fields.ts'

const stored: StoredServerConfig = {
  retailServerIp: '',
  retailServerPort: 80,
  timeServerIp: '',
  timeServerPort: 123,
  gatewayStatusCheckInterval: 60,
  historyRetentionDays: 180,
  updateHistoryRetentionDays: 365,
  auditRetentionDays: 730,
  tagDisplayRefreshDays: 0,
  panId: '2A01',
  communicationMode: 'GATEWAY',
  mobile: '',
  email: '',
  mainFromMac: '',
  mainFromPage: 0,
  system: {
    site: '',
    imageBaseUpdate: true,
    familyProductItemCount: 6,
    enableProductUpdateHistory: true,
    enableTagUpdateHistory: true,
    enableTagStatusCheck: false,
  },
  passwords: { maxAgeDays: 90, requireSecondFactor: false },
  prices: { risePercent: 100, fallPercent: 50 },
  updatedAt: null,
  version: 'v',
}

test('every field of the configuration is on the form, and comes back as it was', () => {
  const { updatedAt: _, version: __, ...config } = stored
  expect(toBody(toDraft(stored))).toEqual(config)
})
test('what must be given, and bounds, are told before the server would', () => {
  const draft = {
    ...toDraft(stored),
    panId: ' ',
    historyRetentionDays: '',
    gatewayStatusCheckInterval: '19',
    timeServerPort: '0',
    mainFromPage: '1.5',
  }
  expect(wrongOf(draft)).toEqual({
    panId: { word: 'enter' },
    historyRetentionDays: { word: 'enter' },
    gatewayStatusCheckInterval: { word: 'between', min: 20, max: 3600 },
    timeServerPort: { word: 'between', min: 1, max: 65_535 },
    mainFromPage: { word: 'between', min: 0, max: 15 },
  })
  expect(wrongOf(toDraft(stored))).toEqual({})
})
