/** The first steps, fetched where there is a system to set up. */
import { lazyPart } from '../app/lazy.tsx'

export const FirstSteps = lazyPart(() => import('./FirstSteps.tsx').then((module) => module.FirstSteps))
