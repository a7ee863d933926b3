/** What all screens share: the client of the API, who is signed in, and the live channel. Made once in main.tsx. */
import { contract, type Contract } from '@endcap/contract'
import { CallError, createClient, type Client } from '@endcap/contract/client'
import type { Privilege } from '@endcap/contract/privileges'
import type { UserInfo } from '@endcap/contract/session'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { tellAtDoor } from '../session/door-news.ts'

export interface SignedIn {
  accessToken: string
  user: UserInfo
}
export interface SessionStore {
  get(): SignedIn | undefined
  set(session: SignedIn | undefined): void
  /** The token kept from the last visit; its account is asked for at start. */
  stored(): { accessToken: string; email: string } | undefined
  subscribe(listener: () => void): () => void
}

const storageKey = 'endcap.session'

export function createSessionStore(): SessionStore {
  let current: SignedIn | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (session) => {
      current = session
      if (session === undefined) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, JSON.stringify({ accessToken: session.accessToken, email: session.user.email }))
      for (const listener of listeners) listener()
    },
    stored: () => {
      try {
        return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined) as { accessToken: string; email: string } | undefined
      } catch {
        return undefined
      }
    },
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

export function createServices(): Services {
  const session = createSessionStore()
  const api = createClient(contract, {
    baseUrl: '/api',
    session: () => {
      const signedIn = session.get()
      return signedIn === undefined ? (session.stored() ?? undefined) : { accessToken: signedIn.accessToken, email: signedIn.user.email }
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      // The server no longer knows the session: the way leads over sign-in and back.
      if (response.status === 401 && session.get() !== undefined) {
        tellAtDoor('ended')
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

export function can({ privilege }: UserInfo, wanted: Privilege): boolean {
  const [key, right] = wanted.split('.')
  return privilege.some((one) => one.key === key && (right === 'read' ? one.read : one.write))
}
export function useCan(): (wanted: Privilege) => boolean {
  const { user } = useSession()
  return (wanted) => can(user, wanted)
}

type Translate = (key: string, options: { defaultValue: string }) => string
/** A refusal in the person's language: by its code, else the server's own sentence. */
export const problemText = ({ code, message }: { code: string; message: string }, t: Translate): string =>
  t(`error.${code}`, { defaultValue: message })

/** A failed call in the person's language. */
export function errorText(error: unknown, t: Translate): string {
  if (error instanceof CallError) return problemText(error.answer, t)
  return error instanceof Error ? error.message : String(error)
}
