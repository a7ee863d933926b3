import { vi } from 'vitest'

/** Waits until this holds: as long as a busy machine may need, and no longer than it must. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 })
