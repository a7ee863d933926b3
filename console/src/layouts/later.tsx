/** What others show of layouts, fetched with its first use. */
import { lazyPart } from '../app/lazy.tsx'

export const PublishModal = lazyPart(() => import('./publish.modal.tsx').then((module) => module.PublishModal))
