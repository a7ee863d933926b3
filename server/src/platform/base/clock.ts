/** The time as everything in the server asks for it, so that tests can set it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Epoch seconds, as the API speaks. */
export const toEpoch = (time: Date): number => Math.floor(time.getTime() / 1000)
export const toEpochOrNull = (time: Date | null): number | null => (time === null ? null : toEpoch(time))
export const fromEpoch = (seconds: number): Date => new Date(seconds * 1000)
