/** What holds for all displays of a store. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done } from './schemas.ts'
import { priceListLook } from './slides.ts'

export const displaySettings = {
  readSetting: endpoint('GET', '/plus/store/:storeCode/setting', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary:
      'What holds for all displays of a store, and how their lists of prices look. The enrolment token is null for who may not change it.',
    response: z.object({
      enrolToken: z.string().nullable(),
      offlineDot: z.boolean(),
      proofOfPlay: z.boolean(),
      priceList: priceListLook,
    }),
  }),
  saveSetting: endpoint('POST', '/plus/store/:storeCode/setting', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Changes it; a new enrolment token voids the old one.',
    body: z.object({
      newEnrolToken: z.boolean().optional(),
      offlineDot: z.boolean().optional(),
      proofOfPlay: z.boolean().optional(),
      priceList: priceListLook.optional(),
    }),
    response: z.object({ enrolToken: z.string().nullable(), message: z.string() }),
  }),
  readAlarmSetting: endpoint('GET', '/plus/store/:storeCode/alarm/setting', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'From how many percent memory and disk raise an alarm.',
    response: z.object({ memoryThreshold: z.int(), diskThreshold: z.int() }),
  }),
  saveAlarmSetting: endpoint('POST', '/plus/store/:storeCode/alarm/setting', {
    access: 'plus.write',
    store: 'params.storeCode',
    summary: 'Changes it.',
    body: z.object({ memoryThreshold: z.int().min(1).max(100), diskThreshold: z.int().min(1).max(100) }),
    response: done,
  }),
}
