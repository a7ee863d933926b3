export { ChooseShows } from './choose-shows.modal.tsx'
export { ShowPreview } from './show-preview.modal.tsx'
export { useContents } from './use-contents.ts'
