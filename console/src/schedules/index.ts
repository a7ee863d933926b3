export { RuleFields, ruleDraftOf, ruleOf } from './RuleFields.tsx'
export { scheduleLine, scheduleWords } from './words.ts'
