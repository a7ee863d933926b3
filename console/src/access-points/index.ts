export { AccessPointOverview } from './AccessPointOverview.tsx'
export { AddAccessPoint } from './add.modal.tsx'
export { EditAccessPoint } from './edit.modal.tsx'
