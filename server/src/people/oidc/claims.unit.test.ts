import { describe, expect, test } from 'vitest'
import { readConfig } from '../../platform/base/config.ts'
import { personOf } from './claims.ts'

const base = { ENDCAP_OIDC_ISSUER: 'https://id.example', ENDCAP_OIDC_CLIENT_ID: 'endcap', ENDCAP_PUBLIC_URL: 'https://esl.example' }
const settings = (more: Record<string, string> = {}) => {
  const { oidc } = readConfig({ ...base, ...more })
  if (oidc === undefined) throw new Error('there are no settings')
  return oidc
}
const claims = { sub: 'u1', email: 'Mika@Shop.example', email_verified: true, name: 'Mika' }

describe('the claims of a person', () => {
  test('name who it is; without a mapping neither role nor stores', () => {
    expect(personOf(claims, settings())).toEqual({
      subject: 'u1',
      email: 'mika@shop.example',
      verified: true,
      name: 'Mika',
      role: undefined,
      stores: undefined,
    })
    expect(personOf({ sub: 'u1' }, settings())).toBeUndefined()
  })
  test('give a role by the first value that means one, and stores by their codes', () => {
    const mapped = settings({
      ENDCAP_OIDC_ROLE_CLAIM: 'groups',
      ENDCAP_OIDC_ROLES: 'heads=Store manager, staff=Clerk',
      ENDCAP_OIDC_STORES_CLAIM: 'stores',
    })
    expect(personOf({ ...claims, groups: ['staff', 'heads'], stores: 'S1, S2' }, mapped)).toMatchObject({
      role: 'Store manager',
      stores: ['S1', 'S2'],
    })
    expect(personOf({ ...claims, groups: 'none', stores: ['*'] }, mapped)).toMatchObject({ role: null, stores: 'all' })
    expect(personOf(claims, mapped)).toMatchObject({ role: null, stores: [] })
  })
})

describe('the settings', () => {
  test.each([
    [{ ENDCAP_PUBLIC_URL: '' }, /ENDCAP_PUBLIC_URL/],
    [{ ENDCAP_OIDC_CLIENT_ID: '' }, /ENDCAP_OIDC_CLIENT_ID/],
    [{ ENDCAP_OIDC_ISSUER: 'http://id.example' }, /ENDCAP_OIDC_ISSUER/],
    [{ ENDCAP_OIDC_ROLES: 'nonsense' }, /ENDCAP_OIDC_ROLES/],
  ])('%o are refused by name', (more, message) => {
    expect(() => readConfig({ ...base, ...more })).toThrow(message)
  })
  test('without an issuer there is no provider', () => {
    expect(readConfig({}).oidc).toBeUndefined()
  })
})
