/** What others show of the aisle, fetched with its first use. */
import { lazyPart } from '../app/lazy.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'

export const AisleScreen = lazyPart(() => import('./aisle.screen.tsx').then((module) => module.AisleScreen), <ScreenWaits />)
