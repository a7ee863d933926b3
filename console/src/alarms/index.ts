export { AlarmFacts } from './AlarmPeek.tsx'
