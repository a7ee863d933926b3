export { RebootMasters } from './ask.modals.tsx'
export { ChooseDisplays } from './choose-displays.modal.tsx'
export { masterName } from './masters.ts'
