/** What a screen reads from its own address: the parts of its path, and what stands behind the `?`. */
import { useParams, useSearch } from '@tanstack/react-router'

/** The names that the addresses of the console have in their path. */
type PathName =
  | 'drawingId'
  | 'gwMac'
  | 'historyId'
  | 'mac'
  | 'mode'
  | 'playlistId'
  | 'prCode'
  | 'sensorMac'
  | 'serverId'
  | 'setId'
  | 'showId'
  | 'size'
  | 'storeCode'
  | 'tagId'
  | 'tagMac'
  | 'taskId'
  | 'taskType'
  | 'templateId'
  | 'timelineId'
  | 'updateId'
type PathParts = Partial<Record<PathName, string>>

/** What stands behind the `?`. People write addresses, too, so every value may be anything, and its reader checks it. */
export type Search = {
  readonly [
    name in
      | 'all'
      | 'alarm'
      | 'at'
      | 'by'
      | 'code'
      | 'days'
      | 'detail'
      | 'do'
      | 'edit'
      | 'field'
      | 'f'
      | 'from'
      | 'group'
      | 'hand'
      | 'list'
      | 'page'
      | 'panel'
      | 'peek'
      | 'product'
      | 'role'
      | 'rollout'
      | 'rows'
      | 'rowsOf'
      | 'run'
      | 'settings'
      | 'sort'
      | 'status'
      | 'statusFrom'
      | 'statusTo'
      | 'step'
      | 'store'
      | 'stores'
      | 'tab'
      | 'template'
      | 'to'
      | 'type'
      | 'version'
      | 'view'
      | 'viewType'
      | 'walk'
  ]?: unknown
}

/** One name that some of the screen's addresses have and others have not. */
export function usePathPart(name: PathName): string | undefined {
  const parts: PathParts = useParams({ strict: false })
  return parts[name]
}

/** The parts of the path that the screen cannot do without. Throws where its address has none of that name. */
export function usePath<N extends PathName>(...names: N[]): Record<N, string> {
  const parts: PathParts = useParams({ strict: false })
  if (!hasAll(parts, names)) throw new Error(`The address has not all of: ${names.join(', ')}`)
  return parts
}
const hasAll = <N extends PathName>(parts: PathParts, names: N[]): parts is PathParts & Record<N, string> =>
  names.every((name) => typeof parts[name] === 'string')

/** The store that the address names. */
export const useStoreCode = (): string => usePath('storeCode').storeCode
/** The same; blank where the address names none. */
export const useStoreCodeIfAny = (): string => usePathPart('storeCode') ?? ''

/** What stands behind the `?`, as it was written. */
export function useRouteSearch(): Search {
  const search: Search = useSearch({ strict: false })
  return search
}

/** Text of the address: what is all digits comes as a number when it was typed by hand. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
