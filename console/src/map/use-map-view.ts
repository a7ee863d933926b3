/** Whether the address asks for the map of an overview, and whether this browser can draw it. */
import { useState } from 'react'
import { useRouteSearch } from '../app/route.ts'
import { hasWebgl } from './webgl.ts'

export function useMapView(): { asMap: boolean; noMap: boolean; onFailed: () => void } {
  const { viewType } = useRouteSearch()
  const [failed, setFailed] = useState(false)
  const isRequested = viewType === 'map'
  const noMap = isRequested && (failed || !hasWebgl())
  return { asMap: isRequested && !noMap, noMap, onFailed: () => setFailed(true) }
}
