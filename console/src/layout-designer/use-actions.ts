/** What can be done with what is selected, by buttons and by keys. */
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alignment, Box, Order } from '../canvas/geometry.ts'
import { useAliases } from '../data/aliases.ts'
import { notify } from '../ui/notify.ts'
import { alignAll, distribute, reorder, type Distribution } from '../canvas/arrange.ts'
import { duplicated, fromClip, pasted, toClip } from './clip.ts'
import { asRepeat, boxOf, changePage, changeSome, withBoxes, withoutRepeat, type EditorElement, type EditorPage } from './model.ts'
import { newElement, newImage, type AddKind } from './new-element.ts'
import type { Picture } from './picture-file.ts'
import type { Designer } from './use-designer.ts'

/** Elements that one page, and one repeat, may have. */
const room = { page: 200, repeat: 50 }
/** What was copied last, for where the system's clipboard cannot be read. */
let copied = ''

export function useActions(designer: Designer, readOnly: boolean) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const { layout, scope, elements, chosen, keys, change, set, select } = designer
  const panel = useMemo(() => ({ width: layout.width, height: layout.height }), [layout.width, layout.height])
  const boxes = chosen.map((one) => ({ key: one.key, ...boxOf(one) }))
  const place = useCallback(
    (moved: ReadonlyMap<string, Box>, group?: string) => set((now) => withBoxes(now, scope, moved), group),
    [set, scope],
  )
  const add = (made: readonly EditorElement[]) => {
    const fitting = scope.repeat === undefined ? made : made.filter((one) => one.type !== 'repeat')
    if (fitting.length < made.length) void notify(t('layoutDesigner.noRepeatInside'), 'bad')
    if (elements.length + fitting.length > (scope.repeat === undefined ? room.page : room.repeat))
      return void notify(t('layoutDesigner.full'), 'bad')
    if (fitting.length === 0) return
    change((now) => [...now, ...fitting])
    select(fitting.map((one) => one.key))
  }
  const fieldOf = (type: string, fallback: string) => aliases.find((alias) => alias.type === type)?.name ?? fallback
  const actions = {
    panel,
    place,
    /** One box, or several that were moved together. */
    placeOne: (key: string, box: Box, group?: string) => place(new Map([[key, box]]), group),
    add: (kind: Exclude<AddKind, 'image'>) =>
      add([newElement(kind, { panel, there: elements, price: fieldOf('price', 'PRICE'), code: fieldOf('barcode', 'BARCODE') })]),
    addImage: (picture: Picture) => add([newImage(picture, { panel, there: elements })]),
    remove: (some: readonly string[] = [...keys]) => {
      if (some.length > 0) change((now) => now.filter((one) => !some.includes(one.key)))
    },
    duplicate: () => chosen.length > 0 && add(duplicated(chosen, elements, panel)),
    align: (to: Alignment) => place(alignAll(boxes, to, panel)),
    distribute: (way: Distribution) => place(distribute(boxes, way)),
    order: (order: Order) => change((now) => reorder(now, keys, order)),
    canOrder: (order: Order) => reorder(elements, keys, order) !== elements,
    /** A part of each that is selected. */
    edit: (part: object, group?: string) => set((now) => changeSome(now, scope, keys, (one) => ({ ...one, ...part })), group),
    editPage: (part: Partial<EditorPage>, group?: string) =>
      set((now) => changePage(now, scope.page, (page) => ({ ...page, ...part })), group),
    repeat: () => {
      const next = asRepeat(elements, keys, panel)
      change(() => next)
      select(next.filter((one) => one.type === 'repeat' && !elements.includes(one)).map((one) => one.key))
    },
    canRepeat: scope.repeat === undefined && chosen.length > 0 && chosen.every((one) => one.type !== 'repeat'),
    endRepeat: (key: string) => {
      const inner = elements.find((one) => one.key === key)
      change((now) => withoutRepeat(now, key))
      if (inner?.type === 'repeat') select(inner.elements.map((one) => one.key))
    },
    /** As text for the clipboard; undefined when nothing is selected. */
    copy: (): string | undefined => {
      if (chosen.length > 0) copied = toClip(chosen)
      return chosen.length > 0 ? copied : undefined
    },
    /** What is on the system's clipboard, or what was copied here where that is empty. */
    paste: (text: string) => {
      const found = fromClip(text) ?? (text.trim() === '' ? fromClip(copied) : undefined)
      if (found === undefined || found.length === 0) void notify(t('layoutDesigner.nothingToPaste'), 'bad')
      else add(pasted(found, elements, panel))
    },
  }
  const nothing = () => undefined
  return readOnly
    ? {
        ...actions,
        place: nothing,
        placeOne: nothing,
        add: nothing,
        addImage: nothing,
        remove: nothing,
        duplicate: nothing,
        align: nothing,
        distribute: nothing,
        order: nothing,
        edit: nothing,
        editPage: nothing,
        repeat: nothing,
        endRepeat: nothing,
        paste: nothing,
      }
    : actions
}
export type Actions = ReturnType<typeof useActions>
