/** Whether the address asks for the map of an overview, and whether this browser can draw it. */
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { MapSearch } from './use-map-state.ts'
import { hasWebgl } from './webgl.ts'

export function useMapView(): { asMap: boolean; noMap: boolean; onFailed: () => void } {
  const { viewType } = useSearch({ strict: false }) as MapSearch
  const [failed, setFailed] = useState(false)
  const wanted = viewType === 'map'
  const noMap = wanted && (failed || !hasWebgl())
  return { asMap: wanted && !noMap, noMap, onFailed: () => setFailed(true) }
}
