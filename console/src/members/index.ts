export { InviteMember } from './invite.modal.tsx'
export { useMemberOverview } from './use-members.ts'
