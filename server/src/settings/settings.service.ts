/** System-wide settings: small JSON values by key, with defaults. */
import { systemConfig } from '@endcap/contract/session'
import * as z from 'zod'
import type { Db } from '../db/schema.ts'

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
    maxAgeDays: z.int().min(0).default(90),
    /** Days before its end that the owner is told. */
    warnDays: z.int().min(0).default(7),
  }),
} as const
export type Settings = { [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }

export async function getSetting<K extends keyof Settings>(db: Db, key: K): Promise<Settings[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  // The shape is looked up by the same key that names the result.
  return shapes[key].parse(row?.value ?? {}) as Settings[K]
}

export async function setSetting<K extends keyof Settings>(db: Db, key: K, value: Settings[K]): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}

/** Length to which the site edion pads product codes with zeros (specification 2 §9). */
const edionCodeLength = 13

/** A product code as this site writes it. */
export const codeOfSite = (site: string, code: string): string => (site === 'edion' ? code.padStart(edionCodeLength, '0') : code)
