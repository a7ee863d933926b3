export { AisleScreen } from './later.tsx'
export { handheldWidth, keepView, viewOf } from './view.ts'
