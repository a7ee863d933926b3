/** The folders of the content library as a tree: what is seen of it, and where one may be put. No state, no DOM. */
import type { ContentGroup } from '@endcap/contract/contents'

export interface FolderLine {
  group: ContentGroup
  /** 1 at the top. */
  level: number
  /** Among its siblings, from 1. */
  place: number
  siblings: number
  folders: number
}
export type Where = 'before' | 'into' | 'after'
/** Where a folder goes: the folder that it lies in then, and its place among that one's others. */
export interface Spot {
  parent: string | null
  order: number
}

export const childrenOf = (groups: readonly ContentGroup[], parent: string | null): ContentGroup[] =>
  groups.filter((group) => group.parent === parent).toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name))

/** The lines of the tree from top to bottom, without those in folders that are shut. */
export function linesOf(
  groups: readonly ContentGroup[],
  shut: ReadonlySet<string> = new Set(),
  parent: string | null = null,
  level = 1,
): FolderLine[] {
  const all = childrenOf(groups, parent)
  return all.flatMap((group, index) => [
    { group, level, place: index + 1, siblings: all.length, folders: childrenOf(groups, group.id).length },
    ...(shut.has(group.id) ? [] : linesOf(groups, shut, group.id, level + 1)),
  ])
}

/** From the top down to the folder itself. */
export function pathOf(groups: readonly ContentGroup[], id: string | null): ContentGroup[] {
  const group = groups.find((one) => one.id === id)
  return group === undefined ? [] : [...pathOf(groups, group.parent), group]
}

/** Whether a folder is this one or lies somewhere in it. */
export const isWithin = (groups: readonly ContentGroup[], id: string | null, outer: string): boolean =>
  pathOf(groups, id).some((group) => group.id === outer)

/** Where a folder goes that is dropped on another one (null: on the top); undefined when it would lie in itself, or stay where it is. */
export function spotFor(groups: readonly ContentGroup[], moving: string, target: string | null, where: Where): Spot | undefined {
  const group = groups.find((one) => one.id === target)
  const parent = group === undefined ? null : where === 'into' ? group.id : group.parent
  if (isWithin(groups, parent, moving) || target === moving) return undefined
  const others = childrenOf(groups, parent).filter(({ id }) => id !== moving)
  const at = others.findIndex(({ id }) => id === target)
  const order = group === undefined || where === 'into' ? others.length : at + (where === 'after' ? 1 : 0)
  const now = groups.find((one) => one.id === moving)
  const stays = now?.parent === parent && childrenOf(groups, parent).findIndex(({ id }) => id === moving) === order
  return stays ? undefined : { parent, order }
}

/** Where a key takes a folder: among its siblings, out of the folder that it lies in, or into the one before it. */
export function stepFor(groups: readonly ContentGroup[], moving: string, way: 'up' | 'down' | 'out' | 'in'): Spot | undefined {
  const group = groups.find(({ id }) => id === moving)
  if (group === undefined) return undefined
  const siblings = childrenOf(groups, group.parent)
  const at = siblings.findIndex(({ id }) => id === moving)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  if (way === 'up') return before && spotFor(groups, moving, before.id, 'before')
  if (way === 'down') return after && spotFor(groups, moving, after.id, 'after')
  if (way === 'in') return before && spotFor(groups, moving, before.id, 'into')
  return group.parent === null ? undefined : spotFor(groups, moving, group.parent, 'after')
}
