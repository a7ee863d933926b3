/** Passwords: argon2id hashes, strength, and temporary ones. */
import { randomInt } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ApiError } from '../../platform/base/errors.ts'

/** OWASP's first choice for argon2id: 19 MiB, two rounds. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Shorter passwords are weak whatever they are made of; the specification leaves the bounds open. */
const minLength = 8
/** zxcvbn's score 2: more than a million guesses. */
const minScore = 2

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)
/** Accounts that another system authenticates have none: no password is right then. */
export const checkPassword = async (stored: string, password: string): Promise<boolean> =>
  stored !== '' && (await verify(stored, password.normalize('NFKC')))

/** What a row of `accounts` gets with a new password of any kind; the caller says whether it must be changed and when it expires. */
export const passwordColumns = (passwordHash: string, at: Date) => ({
  password_hash: passwordHash,
  weak_pwd: false,
  last_pwd_changed: at,
  updated_at: at,
})

let strength: Promise<ZxcvbnFactory> | undefined
/** The dictionaries are loaded with the first question: they take 20 MB. */
function meter(): Promise<ZxcvbnFactory> {
  strength ??= loadMeter()
  return strength
}
async function loadMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
}

/** Words of the product and its field that an attacker would try first. */
const fieldWords = [
  'endcap',
  'password',
  'passwort',
  'admin',
  'administrator',
  'welcome',
  'shelf',
  'label',
  'price',
  'store',
  'gateway',
  'solum',
  'aims',
]
/** What is left of a password without such words, years and plain counting must be hard to guess by itself. */
const minRest = 6

/** Whether a password is too easy to guess, also for a person who knows these words about its owner. */
export async function isWeak(password: string, about: readonly string[]): Promise<boolean> {
  if (password.length < minLength) return true
  const words = about.flatMap((text) => [text, ...text.split(/[\s@._-]+/)]).filter((word) => word.length > 1)
  const known = [...words, ...fieldWords]
  const strengthMeter = await meter()
  const score = (text: string) => strengthMeter.check(text.slice(0, 100), known).score
  const rest = withoutKnown(password.normalize('NFKC').toLowerCase(), known)
  return score(password) < minScore || (rest.length < password.length && (rest.length < minRest || score(rest) < minScore))
}

function withoutKnown(password: string, words: readonly string[]): string {
  // The longest first, so that "administrator" goes before "admin".
  const long = words.filter((word) => word.length > 3).toSorted((a, b) => b.length - a.length)
  const rest = long.reduce((text, word) => text.replaceAll(word.normalize('NFKC').toLowerCase(), ''), password)
  return rest.replaceAll(/(19|20)\d\d|0?123456?7?8?9?/g, '')
}

export const weak = () => new ApiError(400, { code: 'weak-password', message: 'Your password is too weak.', field: 'password' })

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Sixteen characters that are not mistaken for each other. */
export function randomPassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
