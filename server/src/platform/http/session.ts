/** Who is calling: made from the access token and nothing else. */
import type { Privilege } from '@endcap/contract/privileges'

export interface Session {
  email: string
  name: string
  /** 0 is the administrator of everything. */
  roleId: number
  /** Codes of the account's stores, or all of the chain. */
  stores: 'all' | readonly string[]
  tokenHash: string
  /** An administrator who must set up a second factor: nothing else works until then. */
  factorDue: boolean
  /** The password must be changed before anything else. */
  changeDue: boolean
  /** Present: a program with an API token acts for the account. */
  tokenId?: string
  can(privilege: Privilege): boolean
  allows(storeCode: string): boolean
}
