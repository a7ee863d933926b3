/** Stores as points on the map: their features, the box around them, their states in numbers. */
import type { StoreStatus } from '@endcap/contract/stores'
import { nodeStatuses, type NodeStatus } from '@endcap/contract/vocabulary'
import type { FeatureCollection, Point } from 'geojson'

/** What the map needs of a store: who it is, where it is, how it is. */
export type Spot = Pick<StoreStatus, 'storeCode' | 'storeName' | 'address' | 'position' | 'status'>
/** A store with what its info window tells: keys of words, and figures. */
export interface MapStore extends Spot {
  facts: readonly (readonly [word: string, figure: string])[]
}
type Located<S extends Spot> = S & { position: NonNullable<Spot['position']> }
/** West, south, east, north in degrees; east is above 180 where the box crosses the date line. */
export type Bounds = [west: number, south: number, east: number, north: number]

export const isLocated = <S extends Spot>(store: S): store is Located<S> => store.position !== null

export function toFeatures(stores: readonly Spot[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: stores.filter(isLocated).map(({ storeCode, storeName, status, position }) => ({
      type: 'Feature',
      properties: { code: storeCode, name: storeName, status },
      geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    })),
  }
}

/** The smallest box around the stores, across the date line where that is shorter; undefined when none has a position. */
export function boundsOf(stores: readonly Spot[]): Bounds | undefined {
  const positions = stores.filter(isLocated).map((store) => store.position)
  if (positions.length === 0) return undefined
  const latitudes = positions.map((position) => position.latitude)
  const longitudes = positions.map((position) => position.longitude).toSorted((one, other) => one - other)
  const [first = 0, last = 0] = [longitudes[0], longitudes.at(-1)]
  let [west, east, widest] = [first, last, first + 360 - last]
  for (const [place, longitude] of longitudes.entries()) {
    const next = longitudes[place + 1]
    if (next === undefined || next - longitude <= widest) continue
    widest = next - longitude
    ;[west, east] = [next, longitude + 360]
  }
  // Not Math.min(...): there may be more stores than a call takes arguments.
  const extreme = (values: readonly number[], sign: 1 | -1) => values.reduce((one, other) => (sign * other < sign * one ? other : one))
  return [west, extreme(latitudes, 1), east, extreme(latitudes, -1)]
}

export function countStates(stores: readonly { status: NodeStatus }[]): Record<NodeStatus, number> {
  const counts: Record<NodeStatus, number> = { NORMAL: 0, ALARM: 0, OFFLINE: 0 }
  for (const { status } of stores) counts[status]++
  return counts
}

/** A filter such as `==ALARM,OFFLINE` as the set it stands for; every state when it is empty. */
export function readStates(filter: string): ReadonlySet<NodeStatus> {
  const named = filter.replace(/^==/, '').split(',')
  return new Set(nodeStatuses.filter((status) => named.includes(status)))
}

/** The filter after a state was switched on or off; empty for none and for all of them. */
export function switchState(filter: string, status: NodeStatus): string {
  const states = new Set(readStates(filter))
  if (!states.delete(status)) states.add(status)
  return states.size === 0 || states.size === nodeStatuses.length ? '' : `==${nodeStatuses.filter((one) => states.has(one)).join(',')}`
}

/** Stores whose name, code or address holds every word that was typed. */
export function findStores<S extends Spot>(stores: readonly S[], typed: string): S[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return stores.filter(({ storeName, storeCode, address }) => {
    const text = `${storeName}\n${storeCode}\n${address}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
