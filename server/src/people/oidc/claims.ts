/** What the claims of a provider mean here: who a person is, and, where that is set up, their role and stores. */
import type { Config } from '../../platform/base/config.ts'

export interface Person {
  subject: string
  email: string
  /** The provider says that the address is this person's. */
  verified: boolean
  name: string
  /** Name of the role here; null: none of the values means one. Undefined: roles are given in the console. */
  role: string | null | undefined
  /** Undefined: stores are given in the console. */
  stores: 'all' | string[] | undefined
}

type Claims = Record<string, unknown>

/** The texts of a claim, which may be one or a list. */
const texts = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')

export function personOf(claims: Claims, settings: NonNullable<Config['oidc']>): Person | undefined {
  const [email] = texts(claims.email)
  const [subject] = texts(claims.sub)
  if (email === undefined || subject === undefined) return undefined
  const { roleClaim, roles, storesClaim } = settings
  const values = roleClaim === undefined ? [] : texts(claims[roleClaim])
  const stores = storesClaim === undefined ? undefined : texts(claims[storesClaim]).flatMap((one) => one.split(/[\s,]+/).filter(Boolean))
  return {
    subject,
    email: email.trim().toLowerCase(),
    verified: claims.email_verified === true || claims.email_verified === 'true',
    name: texts(claims.name)[0]?.slice(0, 100) ?? email,
    // The first that matches, in the order of the setting.
    role: roleClaim === undefined ? undefined : (roles.find((one) => values.includes(one.value))?.role ?? null),
    stores: stores?.includes('*') === true ? 'all' : stores,
  }
}
