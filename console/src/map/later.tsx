/** What others show of the map, fetched with its first use. */
import { lazy } from 'react'

export const PositionMap = lazy(() => import('./PositionMap.tsx').then((file) => ({ default: file.PositionMap })))
