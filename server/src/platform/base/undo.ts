/** Undoes what a start has begun: each step as it was added, last first. */
export type OnStop = (step: () => unknown) => void

export function createUndo(): { add: OnStop; run(): Promise<void> } {
  const steps: (() => unknown)[] = []
  return {
    add: (step) => void steps.push(step),
    run: async () => {
      const failed: unknown[] = []
      // One that fails, such as for a database that is gone, does not keep the others.
      for (const step of steps.toReversed())
        try {
          await step()
        } catch (error) {
          failed.push(error)
        }
      if (failed.length > 0) throw failed[0]
    },
  }
}
