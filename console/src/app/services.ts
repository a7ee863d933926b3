/** What all screens share: the client of the API, who is signed in, and the live channel. Made once in main.tsx. */
import { contract, type Contract } from '@endcap/contract'
import { CallError, createClient, type Client } from '@endcap/contract/client'
import type { Privilege } from '@endcap/contract/privileges'
import type { ErrorAnswer } from '@endcap/contract/schemas'
import { consoleHeader, type UserInfo } from '@endcap/contract/session'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { setSignInNotice } from './sign-in-notice.ts'

/** The session itself is a cookie that no script reads; here is whose it is. */
export interface SignedIn {
  user: UserInfo
}
export interface SessionStore {
  get(): SignedIn | undefined
  set(session: SignedIn | undefined): void
  /** Who was signed in at the last visit; the server is asked at start whether that still holds. */
  stored(): string | undefined
  subscribe(listener: () => void): () => void
}

/** Whose session this browser has: shared by its tabs. */
const storageKey = 'endcap.account'

export function createSessionStore(): SessionStore {
  let current: SignedIn | undefined
  const listeners = new Set<() => void>()
  // Tokens that an older version kept.
  localStorage.removeItem('endcap.session')
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey || newValue === (current?.user.email ?? null)) return
    // Another tab has signed in with another account: the cookie is of that one now.
    if (newValue !== null) return location.reload()
    setSignInNotice('ended')
    current = undefined
    for (const listener of listeners) listener()
  })
  return {
    get: () => current,
    set: (session) => {
      current = session
      if (session === undefined) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, session.user.email)
      for (const listener of listeners) listener()
    },
    stored: () => localStorage.getItem(storageKey) ?? undefined,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export interface Services {
  api: Client<Contract>
  session: SessionStore
}

/** How the console calls: the browser sends the session's cookie by itself. */
export const callsOf = (session: SessionStore) => ({
  baseUrl: '/api',
  headers: { [consoleHeader]: '1' },
  session: () => {
    const email = session.get()?.user.email ?? session.stored()
    return email === undefined ? undefined : { accessToken: '', email }
  },
})

export function createServices(): Services {
  const session = createSessionStore()
  const api = createClient(contract, {
    ...callsOf(session),
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      // The server no longer knows the session: the way leads over sign-in and back.
      if (response.status === 401 && session.get() !== undefined) {
        setSignInNotice('ended')
        session.set(undefined)
      }
      return response
    },
  })
  return { api, session }
}

/** Asks what the account is and may do now. Without an answer it stays as it was: every call is checked by the server anyway. */
export async function renewSession({ api, session }: Services): Promise<void> {
  const before = session.get()
  if (before === undefined) return
  const user = await api.session.check().catch(() => before.user)
  if (session.get() === before && JSON.stringify(user) !== JSON.stringify(before.user)) session.set({ ...before, user })
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('Used outside of the application')
  return services
}
export const useApi = (): Client<Contract> => useServices().api

/** Who is signed in; only for what is shown behind sign-in. */
export function useSession(): SignedIn {
  const { session } = useServices()
  const current = useSyncExternalStore(session.subscribe, session.get)
  if (current === undefined) throw new Error('Used outside of a session')
  return current
}

export function can({ privilege }: UserInfo, required: Privilege): boolean {
  const [key, right] = required.split('.')
  return privilege.some((one) => one.key === key && (right === 'read' ? one.read : one.write))
}
export function useCan(): (required: Privilege) => boolean {
  const { user } = useSession()
  return (required) => can(user, required)
}

type Translate = (key: string, options: { defaultValue: string; [filledIn: string]: string | number }) => string
/** A refusal in the person's language: by its code, else the server's own sentence. */
export const problemText = ({ code, message, values }: Pick<ErrorAnswer, 'code' | 'message' | 'values'>, t: Translate): string =>
  t(`error.${code}`, { ...values, defaultValue: message })

/** A failed call in the person's language. */
export function errorText(error: unknown, t: Translate): string {
  if (error instanceof CallError) return problemText(error.answer, t)
  return error instanceof Error ? error.message : String(error)
}
