/** What other screens have of printing, fetched when it is used. */
import { lazyPart } from '../app/lazy.tsx'

export const PrintProducts = lazyPart(() => import('./PrintProducts.tsx').then((module) => module.PrintProducts))
