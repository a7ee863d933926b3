export { detailText } from './findings.ts'
export { PublishModal } from './later.tsx'
