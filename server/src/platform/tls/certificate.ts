/** The certificate of this server (ENDCAP_TLS_CERT, ENDCAP_TLS_KEY): read, checked, and read again when its files change. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import { systemClock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { messageOf } from '../base/thrown.ts'

/** PEM texts. */
export interface Certificate {
  cert: string
  key: string
}
export interface LiveCertificate {
  current(): Certificate
  /** Called with each new one; answers what ends that. */
  onChange(take: (certificate: Certificate) => void): () => void
  /** Looks at the files now; every `everyMs` by itself. */
  check(): Promise<void>
  stop(): void
}

/** What all our ports for TLS have in common. */
export const tlsOptions = ({ cert, key }: Certificate): SecureContextOptions => ({ cert, key, minVersion: 'TLSv1.2' })

/** Programs that renew certificates write certificate and key one after the other. */
const lookEveryMs = 10_000
const warnDays = 14
const dayMs = 86_400_000

type Files = NonNullable<Config['tls']>

/** Throws in plain words what is wrong with a setting's file. */
async function read(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = { ENOENT: 'there is no such file', EACCES: 'this server may not read it', EISDIR: 'it is a folder' }[code] ?? code
    throw new Error(`${setting}: ${file} cannot be read: ${why}.`, { cause: error })
  }
}

/** Reads both files; throws an Error that says which of them is wrong, and how. An expired certificate is not wrong: see `expiryOf`. */
export async function readCertificate({ certFile, keyFile }: Files): Promise<Certificate> {
  const [cert, key] = await Promise.all([read('ENDCAP_TLS_CERT', certFile), read('ENDCAP_TLS_KEY', keyFile)])
  const wrong = (setting: string, what: string, cause: unknown) => new Error(`${setting}: ${what}`, { cause })
  let parsed: X509Certificate
  let parsedKey: KeyObject
  try {
    parsed = new X509Certificate(cert)
  } catch (error) {
    throw wrong('ENDCAP_TLS_CERT', `${certFile} is not a certificate in PEM (-----BEGIN CERTIFICATE-----).`, error)
  }
  try {
    parsedKey = createPrivateKey(key)
  } catch (error) {
    const locked = key.includes('ENCRYPTED') ? ' It has a password: write it without one (openssl pkey -in … -out …).' : ''
    throw wrong('ENDCAP_TLS_KEY', `${keyFile} is not a private key in PEM (-----BEGIN PRIVATE KEY-----).${locked}`, error)
  }
  if (!parsed.checkPrivateKey(parsedKey)) {
    throw new Error(`ENDCAP_TLS_KEY: ${keyFile} is not the key of the first certificate in ${certFile}.`)
  }
  try {
    createSecureContext(tlsOptions({ cert, key }))
  } catch (error) {
    throw wrong('ENDCAP_TLS_CERT', `${certFile} cannot be used for TLS: ${error instanceof Error ? error.message : ''}.`, error)
  }
  return { cert, key }
}

/** What is wrong with its dates, or soon will be; undefined when nothing is. */
export function expiryOf({ cert }: Certificate, now: Date): { expired: boolean; message: string } | undefined {
  const { validFrom, validTo } = new X509Certificate(cert)
  const [from, to] = [new Date(validFrom), new Date(validTo)]
  const day = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')
  if (now < from)
    return { expired: true, message: `The certificate is not valid before ${day(from)} UTC: browsers and gateways refuse it.` }
  if (now > to) return { expired: true, message: `The certificate expired on ${day(to)} UTC: browsers and gateways refuse it. Renew it.` }
  if (to.getTime() - now.getTime() > warnDays * dayMs) return undefined
  return { expired: false, message: `The certificate expires on ${day(to)} UTC.` }
}

/**
 * Rejects when the files are wrong at start. Later a wrong pair is told once, the old one stays, and the files are looked at again. One that
 * has expired is served all the same, and told: a shop whose console warns is better off than one without.
 */
export async function watchCertificate(
  files: Files,
  { log, now, everyMs = lookEveryMs }: { log: Logger; now: () => Date; everyMs?: number },
): Promise<LiveCertificate> {
  let current = await readCertificate(files)
  let complaint: string | undefined
  let lastWarned = -Infinity
  const takers = new Set<(certificate: Certificate) => void>()

  function warn() {
    const found = expiryOf(current, now())
    if (found === undefined || now().getTime() - lastWarned < dayMs) return
    lastWarned = now().getTime()
    log[found.expired ? 'error' : 'warn']({ file: files.certFile }, found.message)
  }
  async function check() {
    try {
      const found = await readCertificate(files)
      complaint = undefined
      if (found.cert !== current.cert || found.key !== current.key) {
        current = found
        lastWarned = -Infinity
        for (const take of takers) take(found)
        log.info({ file: files.certFile }, 'the new certificate is in use')
      }
    } catch (error) {
      const message = messageOf(error)
      if (message !== complaint) log.warn(`${message} The certificate of before stays in use.`)
      complaint = message
    }
    warn()
  }
  warn()
  const timer = setInterval(() => void check(), everyMs).unref()
  return {
    current: () => current,
    onChange: (take) => {
      takers.add(take)
      return () => void takers.delete(take)
    },
    check,
    stop: () => clearInterval(timer),
  }
}

/** That of the settings, where they name one, until `onStop`. */
export async function openCertificate(
  { tls }: Config,
  { log, onStop }: { log: Logger; onStop: (step: () => Promise<unknown>) => void },
): Promise<LiveCertificate | undefined> {
  if (tls === undefined) return undefined
  const certificate = await watchCertificate(tls, { log, now: () => systemClock.now() })
  onStop(async () => certificate.stop())
  return certificate
}
