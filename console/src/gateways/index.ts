export { AddGateway } from './add.modal.tsx'
export { useCallsAt } from './use-broker.ts'
