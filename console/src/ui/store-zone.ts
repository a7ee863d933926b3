/** The time zone of the store that the screen is about, for times of what is there; undefined on screens of several stores. */
import { createContext } from 'react'

export const StoreZoneContext = createContext<string | undefined>(undefined)
