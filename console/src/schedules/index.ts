export { RuleFields, ruleDraftOf, ruleOf } from './RuleFields.tsx'
