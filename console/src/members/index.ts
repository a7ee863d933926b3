export { useMemberOverview } from './use-members.ts'
