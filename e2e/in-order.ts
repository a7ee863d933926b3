/**
 * Serial tests, each of which goes on where the one before it ended. One that is run alone (`vitest -t`) does first what those before it do: that
 * is its set-up. `npm test -- --alone <file>` shows that each test of a file passes so.
 */
import { test, type TestContext } from 'vitest'
import { notTried } from './not-tried.ts'
import { journeyMs } from './patience.ts'

type Body = (context: TestContext) => unknown
interface Options {
  /** How often it is tried again. */
  retry?: number
}
interface Step {
  title: string
  body: Body
  begun: boolean
  /** It is not tried again by those behind it. */
  failed: boolean
}
interface InOrder {
  (title: string, body: Body): void
  (title: string, options: Options, body: Body): void
}

/** Stands in for `test` in a file; `before` and `after` run round each test, as `beforeEach` and `afterEach` do, also where it is done for a later one. */
export function testsInOrder({ before, after }: { before?: Body; after?: Body } = {}): InOrder {
  const steps: Step[] = []
  async function run(step: Step, context: TestContext): Promise<void> {
    step.begun = true
    step.failed = true
    const work = async () => {
      await before?.(context)
      try {
        await step.body(context)
      } finally {
        await after?.(context)
      }
    }
    await within(journeyMs, work())
    step.failed = false
  }
  return (title: string, first: Body | Options, second?: Body) => {
    const [options, body] = typeof first === 'function' ? [undefined, first] : [first, second]
    if (body === undefined) throw new Error(`"${title}" does nothing`)
    const step: Step = { title, body, begun: false, failed: false }
    const earlier = [...steps]
    steps.push(step)
    test(title, { ...options, timeout: steps.length * journeyMs }, async (context) => {
      for (const one of earlier)
        if (!one.begun)
          await run(one, context).catch((error: unknown) => {
            if (error instanceof Error) error.message = `in "${one.title}", which comes before it: ${error.message}`
            throw error
          })
      // Each would wait in vain for what the one before did not reach, minutes for each; one that begins at a place of its own does not.
      const lost = before === undefined ? earlier.find(({ failed }) => failed) : undefined
      if (lost !== undefined) {
        step.begun = true
        throw new Error(`${notTried} "${lost.title}", which it goes on from, failed`)
      }
      await run(step, context)
    })
  }
}

/** Rejects when the work is not done in time. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${ms / 1000} s`)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
