/** Sign-in by a third party: the script is asked who the person is. It may say nothing of an administrator, and never make one. */
import { administratorRoleId } from '@endcap/contract/privileges'
import { consolePage } from '@endcap/contract/session'
import * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import type { ThirdPartyAccount, ThirdPartyAnswer, ThirdPartyLogin } from '../../people/ports.ts'
import { createReadier, scriptsInUse } from './in-use.ts'
import { createRequester, type RequestMade } from './requests.ts'
import { formatFault, ScriptFailure, type Script } from '../../platform/script-runner/runner.ts'
import { noteRun } from './runs.ts'
import { isObject, textOf, Unusable } from './check-answers.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'config' | 'scripts'>
const kind = 'third-party-authentication'

interface Asked {
  log: string
  ms: number
  requests: RequestMade[]
}
export type Answer = Asked & ThirdPartyAnswer

const maxStores = 10_000

/** Asks the script that says who may sign in, in earnest; undefined: only local accounts. */
export async function authenticationInUse(
  context: Parts & Pick<Context, 'log'>,
): Promise<{ ask: (login: ThirdPartyLogin) => Promise<Answer> } | undefined> {
  // It stands under the shared scope, as the default of all stores.
  const inUse = (await scriptsInUse(context.db, kind, [''])).get('')
  if (inUse === undefined) return undefined
  const script = (await createReadier(context, []))(inUse, '')
  return {
    ask: async (login) => {
      const answer = await askScript(context, script, login)
      const { fault, log, ms } = answer
      // A password that the script tells is not kept.
      const without = (text: string) => (login.password === '' ? text : text.replaceAll(login.password, '•••'))
      await noteRun(context, {
        storeCode: '',
        kind,
        scope: '',
        version: inUse.version,
        subject: login.email,
        ms,
        items: 1,
        output: without(log),
        outcome: fault !== undefined ? 'FAILED' : 'refused' in answer ? 'REFUSED' : 'OK',
        ...(fault !== undefined && { failed: 1, detail: without(formatFault({ ...fault, line: null })), line: fault.line }),
        ...('refused' in answer && { failed: 1, detail: without(answer.refused) }),
      })
      return answer
    },
  }
}

export async function askScript(context: Parts, script: Script, login: ThirdPartyLogin): Promise<Answer> {
  const requests: RequestMade[] = []
  const ask = createRequester(context.config.scriptHosts, (request) => requests.push(request))
  const asked = { log: '', ms: 0, requests }
  try {
    const { answer, log, ms } = await context.scripts.authenticate(script, login, ask)
    Object.assign(asked, { log, ms })
    if (typeof answer.refused === 'string') return { ...asked, refused: answer.refused.slice(0, 300) || 'Authentication Failure.' }
    if (answer.user === null || answer.user === undefined) return { ...asked, unknown: true }
    return { ...asked, account: await accountOf(context, answer.user) }
  } catch (error) {
    if (error instanceof ScriptFailure) return { ...asked, log: error.log, ms: error.ms, fault: error.fault }
    if (error instanceof Unusable) return { ...asked, fault: { type: 'Unusable', message: error.message, line: null, trace: [] } }
    throw error
  }
}

/** What the script says of the person, held against the roles and stores that there are. */
async function accountOf({ db }: Parts, user: unknown): Promise<ThirdPartyAccount> {
  if (!isObject(user)) throw new Unusable('authenticate() must give a dict, or None')
  const email = z.email().safeParse(textOf(user.email, 'email', 200).trim().toLowerCase())
  if (!email.success) throw new Unusable('email is no e-mail address')
  const roleId = Number(user.role_id)
  if (!Number.isSafeInteger(roleId) || roleId < 0) throw new Unusable('role_id must be the number of a role')
  if (roleId === administratorRoleId) throw new Unusable('role_id 0 is not given by third-party authentication')
  const role = await db.selectFrom('roles').select('role_id').where('role_id', '=', roleId).executeTakeFirst()
  if (role === undefined) throw new Unusable(`there is no role ${roleId}`)
  const given = user.store ?? []
  if (!Array.isArray(given) || given.length > maxStores) throw new Unusable('store must be a list of store codes')
  const stores = [...new Set(given.map((one: unknown) => textOf(one, 'store', 32).trim()))]
  const known =
    stores.length === 0 ? [] : await db.selectFrom('stores').select('store_code as code').where('store_code', 'in', stores).execute()
  const unknown = stores.find((code) => !known.some((one) => one.code === code))
  if (unknown !== undefined) throw new Unusable(`there is no store ${unknown}`)
  const name = textOf(user.name, 'name', 200).trim()
  const account = { email: email.data, name: name === '' ? email.data : name, roleId, stores, wholeStore: user.enableWholeStore === true }
  if (user.redirect === undefined || user.redirect === null) return account
  const redirect = consolePage.safeParse(user.redirect)
  if (!redirect.success) throw new Unusable('redirect must be the address of a page of the console, such as /exceptions')
  return { ...account, redirect: redirect.data }
}
