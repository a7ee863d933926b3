/** What people ask of the wings above them: third-party authentication by a script, and how products are read. */
import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Fault } from '../platform/script-runner/runner.ts'

/** What the account of the person is to be, as a third party says. */
export interface ThirdPartyAccount {
  email: string
  name: string
  roleId: number
  stores: string[]
  wholeStore: boolean
  /** A page of the console for after this sign-in, such as `/exceptions`. */
  redirect?: string
}
export interface ThirdPartyLogin {
  email: string
  password: string
  ip: string
}
/** `unknown`: the local account decides. A fault refuses. */
export type ThirdPartyAnswer = ({ account: ThirdPartyAccount } | { refused: string } | { unknown: true } | { fault: Fault }) & {
  fault?: Fault
}

export interface ThirdParty {
  ask(login: ThirdPartyLogin): Promise<ThirdPartyAnswer>
}

/** How the values of a product are read: by the names of their places, and where its name and price stand. */
export interface ProductWords {
  aliases: ReadonlyMap<number, string>
  name: number | undefined
  price: number | undefined
}

declare module '../platform/base/ports.ts' {
  interface Ports {
    /** The script that says who may sign in; undefined: only local accounts. */
    authenticationInUse(context: Context): Promise<ThirdParty | undefined>
    /** As products are read now. */
    productWords(db: Db): Promise<ProductWords>
  }
}
