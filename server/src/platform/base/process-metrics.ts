/** Figures of this process that its parts count themselves, for `/metrics`: what is defined here is told there. */
import { Registry } from 'prom-client'

export const processRegistry = new Registry()
