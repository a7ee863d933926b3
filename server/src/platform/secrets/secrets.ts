/**
 * Secrets that the server must be able to read again (the mail server's password, the seeds of second factors): sealed with AES-256-GCM before they go into the database, so that a copy of the database alone tells none.
 * The key is ENDCAP_SECRET_KEY, or else the file `secret.key` in the data folder, made at first use.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readKeyFile } from './key-file.ts'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const version = 's1'

/** What sealing needs of the server's context. */
export interface SecretPlace {
  config: { secretKey: Buffer | undefined; dataFolder: string }
}

/** A value that was sealed with another key than the present one, or was changed since. */
export class SecretLost extends Error {}

interface Key {
  bytes: Buffer
  /** Tells keys apart without telling anything of them. */
  name: string
}

const named = (bytes: Buffer): Key => ({
  bytes,
  name: createHash('sha256').update('endcap key name\0').update(bytes).digest('hex').slice(0, 8),
})

/** Keys out of files, by folder: read once by each process. */
const read = new Map<string, Key>()

function keyOf({ config }: SecretPlace): Key {
  if (config.secretKey !== undefined) return named(config.secretKey)
  const known = read.get(config.dataFolder)
  if (known !== undefined) return known
  const key = named(readKeyFile(config.dataFolder, keyBytes))
  read.set(config.dataFolder, key)
  return key
}

/** Seals a text; the answer is text as well, and another one each time. Throws where the key file cannot be read or made. */
export function sealSecret(context: SecretPlace, text: string): string {
  const { bytes, name } = keyOf(context)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes })
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, name, sealed.toString('base64url')].join('.')
}

/** The text that was sealed. Throws SecretLost, with what to do, when the present key does not open it. */
export function openSecret(context: SecretPlace, sealed: string): string {
  const [form, name = '', body = ''] = sealed.split('.')
  const key = keyOf(context)
  const bytes = Buffer.from(body, 'base64url')
  if (form !== version || bytes.length < nonceBytes + tagBytes) throw new SecretLost('This is no sealed secret.')
  if (name !== key.name)
    throw new SecretLost(
      `This secret was sealed with the key ${name}, and this server has the key ${key.name}. ` +
        'Give it the right one with ENDCAP_SECRET_KEY or the file secret.key, or enter the secret again.',
    )
  const decipher = createDecipheriv(algorithm, key.bytes, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new SecretLost('This secret was changed since it was sealed. Enter it again.')
  }
}
