/** Files of rules that `npm run mutate` breaks, each with the tests that must notice. */
export interface Target {
  rules: 'prices' | 'engine' | 'access' | 'sessions'
  file: string
  /** The cheapest first: the first that fails ends the run. */
  tests: readonly string[]
}

const session = 'server/src/people/session'
const http = 'server/src/platform/http'
const engine = 'server/src/delivery/engine'
const promotions = 'server/src/labels/promotions'
const products = 'server/src/catalogue/products'

export const targets: readonly Target[] = [
  { rules: 'prices', file: 'label/src/numbers.ts', tests: ['label/src/numbers.test.ts'] },
  { rules: 'prices', file: `${promotions}/promotion-price.ts`, tests: [`${promotions}/promotion-price.unit.test.ts`] },
  { rules: 'prices', file: `${promotions}/promoter.ts`, tests: [`${promotions}/promoter.test.ts`] },
  { rules: 'prices', file: `${products}/normalise-numbers.ts`, tests: [`${products}/normalise-numbers.test.ts`] },
  { rules: 'prices', file: `${products}/price-review.queries.ts`, tests: [`${products}/price-review-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/policy.ts`, tests: [`${engine}/policy.unit.test.ts`] },
  { rules: 'engine', file: `${engine}/gathering.ts`, tests: [`${engine}/gathering.unit.test.ts`] },
  { rules: 'engine', file: `${engine}/glass.queries.ts`, tests: [`${engine}/glass-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/dispatch.queries.ts`, tests: [`${engine}/dispatch-rules.test.ts`, `${engine}/offers-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/gateways.queries.ts`, tests: [`${engine}/gateways-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/late.queries.ts`, tests: [`${engine}/late-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/cancel.queries.ts`, tests: [`${engine}/cancel-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/found.queries.ts`, tests: [`${engine}/found-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/sightings.queries.ts`, tests: [`${engine}/sightings-rules.test.ts`] },
  { rules: 'engine', file: `${engine}/intake.queries.ts`, tests: [`${engine}/intake-rules.test.ts`] },
  { rules: 'access', file: `${http}/bind.ts`, tests: [`${http}/bind.unit.test.ts`] },
  { rules: 'access', file: `${http}/named-stores.ts`, tests: [`${http}/named-stores.unit.test.ts`] },
  { rules: 'access', file: 'contract/src/privileges.ts', tests: ['contract/src/privileges.test.ts'] },
  { rules: 'sessions', file: `${session}/throttle.ts`, tests: [`${session}/throttle-rules.test.ts`] },
  {
    rules: 'sessions',
    file: `${session}/session.service.ts`,
    tests: [`${session}/session-rules.test.ts`, `${session}/signing-in.test.ts`],
  },
]
