/** Who this display is: its address, and the secret that keeps others from taking its place. */
import { parseDeviceId } from '@endcap/signage/models'
import { keep, recall } from './database.ts'

type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** There without a secure context, too, unlike randomUUID. */
const browserRandom: Random = (bytes) => crypto.getRandomValues(bytes)

/** An address that no maker gives away: locally administered, for one machine. */
export function makeAddress(random: Random = browserRandom): string {
  const bytes = random(new Uint8Array(6))
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | 0x02
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}

/** 192 random bits in the letters of base64url. */
export function makeSecret(random: Random = browserRandom): string {
  return btoa(String.fromCharCode(...random(new Uint8Array(24))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/** The address as people type it, in the form that is kept; undefined when it is none. */
export function addressOf(text: string): string | undefined {
  const parsed = parseDeviceId(text)
  return parsed.state === 1 ? parsed.mac : undefined
}

export interface Identity {
  mac: string
  claimSecret: string
}

/** An address in the page's own address goes first; else the one kept, or else the machine's or a new one, which stays. */
export async function readIdentity(given: string | undefined, machine: string | undefined): Promise<Identity> {
  const [requested, own] = [given, machine].map((one) => (one === undefined ? undefined : addressOf(one)))
  const mac = requested ?? (await recall('mac')) ?? own ?? makeAddress()
  await keep('mac', mac)
  const claimSecret = (await recall('claimSecret')) ?? makeSecret()
  await keep('claimSecret', claimSecret)
  return { mac, claimSecret }
}
