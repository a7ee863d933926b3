export { accepts, SendFiles } from './upload.modal.tsx'
export { Viewer } from './view.modal.tsx'
