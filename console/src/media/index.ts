export { accepts, SendFiles } from './upload.modal.tsx'
export { UploadHere } from './UploadHere.tsx'
export { Viewer } from './view.modal.tsx'
