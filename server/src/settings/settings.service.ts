/** System-wide settings: small JSON values by key, with defaults. */
import { alarmLimits } from '@endcap/contract/alarm-settings'
import { brandColour } from '@endcap/contract/brand'
import { systemConfig } from '@endcap/contract/session'
import { serverConfig, smtpConfig } from '@endcap/contract/settings'
import * as z from 'zod'
import type { Db } from '../platform/db/schema.ts'

/** Days a password is good for, where nothing else is set. */
export const passwordMaxAgeDays = 90

/** What the settings hold, by key. Defaults are the specification's where it gives one. */
const shapes = {
  system: systemConfig.extend({
    site: systemConfig.shape.site.default(''),
    enableTagStatusCheck: z.boolean().default(true),
    imageBaseUpdate: z.boolean().default(true),
    enableTagUpdateHistory: z.boolean().default(true),
    enableProductUpdateHistory: z.boolean().default(true),
    /** Codes in a row of a family file (specification 2 §3 leaves the number open). */
    familyProductItemCount: z.int().min(1).max(20).default(6),
  }),
  passwords: z.object({
    /** Days a password is good for; 0 for ever. */
    maxAgeDays: z.int().min(0).default(passwordMaxAgeDays),
    /** Days before its end that the owner is told. */
    warnDays: z.int().min(0).default(7),
    /** Administrators without a second factor set one up before anything else. */
    requireSecondFactor: z.boolean().default(false),
  }),
  /** From where a price that changes is to be looked at. */
  prices: z.object({
    risePercent: z.int().default(100),
    fallPercent: z.int().default(50),
  }),
  server: z.object({
    ...serverConfig.shape,
    retailServerIp: z.string().default(''),
    retailServerPort: z.int().default(80),
    timeServerIp: z.string().default(''),
    /** Specification 2 §9. */
    timeServerPort: z.int().default(123),
    gatewayStatusCheckInterval: z.int().default(60),
    historyRetentionDays: z.int().default(180),
    updateHistoryRetentionDays: z.int().default(365),
    auditRetentionDays: z.int().default(730),
    tagDisplayRefreshDays: z.int().default(0),
    /** Empty until one is chosen: gateways are told nothing of these settings before. */
    panId: z.string().default(''),
    communicationMode: serverConfig.shape.communicationMode.default('GATEWAY'),
    mobile: z.string().default(''),
    email: z.string().default(''),
    mainFromMac: z.string().default(''),
    mainFromPage: z.int().default(0),
  }),
  /** Offered where colours of displays are chosen (contract/src/brand.ts). */
  brand: z.object({ colours: z.array(brandColour).default([]) }),
  smtp: z.object({
    enable: z.boolean().default(false),
    server: z.string().default(''),
    port: z.int().default(587),
    account: z.string().default(''),
    ssl: smtpConfig.shape.ssl.default(false),
    tls: smtpConfig.shape.tls.default(true),
    /** Sealed (platform/secrets/secrets.ts); empty for none. */
    password: z.string().default(''),
  }),
  /** `used`: gateways were handed records once, and must be told when there are none any more. */
  amac: z.object({ used: z.boolean().default(false) }),
  /** What begins to be an alarm (people/alarms/alarm-settings.service.ts). */
  alarms: z.object({
    diskPercent: z.int().default(alarmLimits.diskPercent.usual),
    memoryPercent: z.int().default(alarmLimits.memoryPercent.usual),
    gatewaySilentPeriods: z.int().default(alarmLimits.gatewaySilentPeriods.usual),
    clockSeconds: z.int().default(alarmLimits.clockSeconds.usual),
    refusals: z.int().default(alarmLimits.refusals.usual),
  }),
} as const
export type Settings = { [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }
/** The same, so that the compiler sees for every key that its shape reads what `Settings` says. */
const shapeOf: { [K in keyof Settings]: z.ZodType<Settings[K]> } = shapes

export async function getSetting<K extends keyof Settings>(db: Db, key: K): Promise<Settings[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return shapeOf[key].parse(row?.value ?? {})
}

/** When it was stored last; null while the defaults hold. */
export async function settingTime(db: Db, key: keyof Settings): Promise<Date | null> {
  const row = await db.selectFrom('settings').select('updated_at').where('key', '=', key).executeTakeFirst()
  return row?.updated_at ?? null
}

export async function setSetting<K extends keyof Settings>(db: Db, key: K, value: Settings[K], at = new Date()): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: at }))
    .execute()
}

/** Length to which the site edion pads product codes with zeros (specification 2 §9). */
const edionCodeLength = 13

/** A product code as this site writes it. */
export const codeOfSite = (site: string, code: string): string => (site === 'edion' ? code.padStart(edionCodeLength, '0') : code)
/** Product codes of a call as products are stored under them on this site. */
export async function codesOfSite(db: Db, codes: readonly string[]): Promise<string[]> {
  const { site } = await getSetting(db, 'system')
  return codes.map((code) => codeOfSite(site, code))
}
