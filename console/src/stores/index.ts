export { StoreModal } from './store.modal.tsx'
