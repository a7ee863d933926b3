export { FirstSteps } from './later.tsx'
export { useFirstRun } from './use-first-run.ts'
