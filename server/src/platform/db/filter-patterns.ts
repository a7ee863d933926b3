/** The regular expressions of filters: read and written anew before PostgreSQL gets them (docs/decisions/0011-patterns-in-linear-time.md). */
import { BadPattern, maxPatternSteps, readPattern, stepsOf } from '@endcap/label/pattern'
import { inEnglish } from '@endcap/label/sentences'
import { writePattern } from '@endcap/label/write-pattern'
import { ApiError } from '../base/errors.ts'

/** Of one request: each pattern as PostgreSQL may run it. All of them together may have as many steps as one alone. */
export function createPatterns(): (name: string, source: string) => string {
  let steps = 0
  return (name, source) => {
    try {
      const pattern = readPattern(source)
      steps += stepsOf(pattern)
      if (steps > maxPatternSteps) throw new BadPattern('pattern-large', 1, '')
      return writePattern(pattern, 'postgres')
    } catch (error) {
      if (!(error instanceof BadPattern)) throw error
      const { fault, values } = error
      throw new ApiError(400, {
        code: fault,
        message: `filter_${name} ${inEnglish(fault, values).detail}`,
        field: `filter_${name}`,
        values,
      })
    }
  }
}
