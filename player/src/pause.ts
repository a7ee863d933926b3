/** A rest between two words to the server, which can be cut short. */

export interface Pause {
  rest(ms: number): Promise<void>
  /** Ends the rest; called before one, it makes that a short one. */
  cut(): void
}
const shortMs = 50

export function createPause(): Pause {
  let wake: (() => void) | undefined
  let soon = false
  return {
    rest: async (ms) => {
      const pauseMs = soon ? Math.min(ms, shortMs) : ms
      soon = false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    },
    cut: () => {
      if (wake === undefined) soon = true
      else wake()
    },
  }
}
