/** Servers of one database must have one key: each start opens a value that the first one sealed, and goes no further when it cannot. */
import { partsOf } from '@endcap/contract/typed-object'
import type { Db } from '../db/schema.ts'
import { openSecret, sealSecret, SecretLost, type SecretPlace } from './secrets.ts'

const settingKey = 'secretKey'
const probe = 'endcap'

/** What the check needs of the server's context. */
interface CheckPlace extends SecretPlace {
  db: Db
  config: SecretPlace['config'] & { acceptsNewKey: boolean }
}

const value = (context: SecretPlace) => JSON.stringify({ probe: sealSecret(context, probe) })

/** Throws, saying what to do, when what is stored was sealed with another key; with ENDCAP_NEW_SECRET_KEY the present one counts from now on. */
export async function checkSecretKey(context: CheckPlace): Promise<void> {
  const { db, config } = context
  await db
    .insertInto('settings')
    .values({ key: settingKey, value: value(context) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirstOrThrow()
  const { probe: sealed } = partsOf(row.value)
  try {
    openSecret(context, typeof sealed === 'string' ? sealed : '')
  } catch (error) {
    if (!(error instanceof SecretLost)) throw error
    if (!config.acceptsNewKey)
      throw new Error(
        `The secrets in this database were sealed with another key than ${config.secretKey === undefined ? `that of secret.key in ${config.dataFolder}` : 'that of ENDCAP_SECRET_KEY'}. ` +
          'Servers that share a database need the same ENDCAP_SECRET_KEY; the key may also be in the file secret.key of the first server’s data folder. ' +
          'If it is lost, start once with ENDCAP_NEW_SECRET_KEY=true, and enter the stored passwords again.',
        { cause: error },
      )
    await db
      .updateTable('settings')
      .set({ value: value(context) })
      .where('key', '=', settingKey)
      .execute()
  }
}
