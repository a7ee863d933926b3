/** Stores print lists outside of their screen: an undo in a notification changes a list also after its screen was closed. */
import { keepList, readList, type PrintList } from './list.ts'

export interface ListStore {
  get(): PrintList
  /** False when the browser has no room for it. */
  change(make: (list: PrintList) => PrintList): boolean
  subscribe(listener: () => void): () => void
}

const stores = new Map<string, ListStore>()
/** The one list that an account has of a store in this browser. */
export function listStore(email: string, storeCode: string): ListStore {
  const key = JSON.stringify([email, storeCode])
  const store = stores.get(key) ?? createListStore(email, storeCode)
  stores.set(key, store)
  return store
}

function createListStore(email: string, storeCode: string): ListStore {
  const listeners = new Set<() => void>()
  let last = readList(email, storeCode)
  function get() {
    // Another page of the browser may have changed what is stored while it was on no screen here.
    if (listeners.size === 0) {
      const stored = readList(email, storeCode)
      if (JSON.stringify(stored) !== JSON.stringify(last)) last = stored
    }
    return last
  }
  return {
    get,
    change(make) {
      last = make(get())
      const isStored = keepList(email, storeCode, last)
      for (const listener of listeners) listener()
      return isStored
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
