/** The areas of a show: which one is selected, which of its items is chosen, and what is done with them. */
import type { SignageContent } from '@endcap/contract/contents'
import type { Box } from '@endcap/signage/shows'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../ui/notify.ts'
import { moved } from '../ui/moved.ts'
import type { StepProps } from './ScreensStep.tsx'
import { maxAreas, type Area, type ShowDraft } from './show-draft.ts'
import { added, appended } from './time.ts'
import type { Chosen } from './TimeBoard.tsx'

/** An area on the canvas. */
export const keyOf = (place: number) => `area-${place}`
export const placeOf = (key: string | undefined) => (key === undefined ? -1 : Number(key.slice(keyOf(0).length - 1)))

/** `duration`: seconds of the whole show. */
export function useAreas(draft: ShowDraft, change: StepProps['change'], duration: number) {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<string>()
  const [chosen, setChosen] = useState<Chosen>()
  const { areas } = draft
  const place = areas[placeOf(selected)] === undefined ? -1 : placeOf(selected)
  const select = useCallback((key: string | undefined) => {
    setSelected(key)
    setChosen(undefined)
  }, [])
  const changeAreas = (next: (now: readonly Area[]) => readonly Area[], group?: string) =>
    change((now) => ({ ...now, areas: next(now.areas) }), group)
  const put = (at: number, part: Partial<Area>, group?: string) =>
    changeAreas((now) => (now[at] === undefined ? now : now.with(at, { ...now[at], ...part })), group)
  /** False when there are as many as there may be. */
  const add = (box: Box): boolean => {
    if (areas.length >= maxAreas) return false
    changeAreas((now) => [...now, { ...box, items: [] }])
    setSelected(keyOf(areas.length))
    return true
  }
  const remove = (key: string) => {
    changeAreas((now) => now.filter((_, index) => index !== placeOf(key)))
    setSelected(undefined)
    setChosen(undefined)
  }
  const reorder = (to: number) => {
    changeAreas((now) => moved(now, place, to))
    setSelected(keyOf(to))
    setChosen(undefined)
  }
  /** Into an area at a time, or behind what is there. */
  const addContent = (content: SignageContent, target: number, at?: number) => {
    const items = areas[target]?.items
    if (items === undefined) return void notify(t('shows.noArea'), 'bad')
    const item = { id: content.id, duration: Math.max(1, content.duration), fit: 'contain' as const, mute: false }
    const next = at === undefined ? appended(items, item, duration) : added(items, item, at, duration)
    if (next === undefined) return void notify(t('shows.areaFull', { number: target + 1 }), 'bad')
    put(target, { items: next })
    const fresh = next.find((one) => !items.includes(one))
    if (fresh !== undefined) setChosen({ area: target, start: fresh.start })
    setSelected(keyOf(target))
  }
  const setGrid = (next: { draft: ShowDraft; lost: number }) => {
    change(() => next.draft)
    setSelected(undefined)
    setChosen(undefined)
    if (next.lost > 0) void notify(t('shows.lostItems', { count: next.lost }), 'bad')
  }
  const choose = (next: Chosen | undefined) => {
    setChosen(next)
    if (next !== undefined) setSelected(keyOf(next.area))
  }
  return { selected, chosen, place, select, choose, setChosen, changeAreas, put, add, remove, reorder, addContent, setGrid }
}
