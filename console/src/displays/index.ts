export { nameOf } from './devices.ts'
export { DeviceSettings } from './DeviceSettings.tsx'
export { ApplyTemplateModal } from './template.modal.tsx'
export { FollowsTimeline } from './FollowsTimeline.tsx'
