export { ChooseShows } from './choose-shows.modal.tsx'
