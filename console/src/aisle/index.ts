export { AisleScreen } from './later.tsx'
export { keepView, viewOf } from './view.ts'
