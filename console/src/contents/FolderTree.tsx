/** The folders of the library: opened, moved by dragging, by keys and by a menu; contents are dropped into them (specification 3 §2). */
import type { ContentGroup } from '@endcap/contract/contents'
import { IconChevronDown, IconChevronRight, IconFolder, IconFolderOpen, IconLibrary, IconInbox } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FolderMenu, type FolderDeed, type Way } from './FolderMenu.tsx'
import { linesOf, pathOf, spotFor, stepFor, type FolderLine, type Spot, type Where } from './folders.ts'
import styles from './contents.module.css'

/** What is dragged over the tree. */
export type Dragged = { kind: 'folder'; id: string } | { kind: 'contents'; ids: readonly string[] }

interface Props {
  groups: readonly ContentGroup[]
  rootContents: number
  /** `all`, `root` or the id of a folder. */
  open: string
  onOpen: (id: string) => void
  mayWrite: boolean
  /** Shared with the list beside it, whose rows are dragged over the tree. */
  dragged: { current: Dragged | undefined }
  onMoveFolder: (id: string, spot: Spot) => void
  onMoveContents: (ids: readonly string[], group: string | null) => void
  onDeed: (deed: FolderDeed, group: ContentGroup) => void
}
const steps: Record<string, Way | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}
/** How much of a line, at its top and its bottom, means beside it rather than into it. */
const edge = 0.28

export function FolderTree(props: Props) {
  const { groups, rootContents, open, onOpen, mayWrite, dragged: draggedRef, onMoveFolder, onMoveContents, onDeed } = props
  const { t } = useTranslation()
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set())
  const tree = useRef<HTMLDivElement>(null)
  const lines = linesOf(groups, shut)
  const ids = ['all', 'root', ...lines.map(({ group }) => group.id)]
  const active = ids.includes(open) ? open : (pathOf(groups, open).find(({ id }) => ids.includes(id))?.id ?? 'all')
  const total = rootContents + groups.reduce((sum, { contents }) => sum + contents, 0)

  const toggle = (id: string, closes: boolean) => {
    const next = new Set(shut)
    if (closes) next.add(id)
    else next.delete(id)
    setShut(next)
  }
  const go = (id: string | undefined) => {
    if (id === undefined) return
    onOpen(id)
    tree.current?.querySelector<HTMLElement>(`[data-folder="${id}"]`)?.focus()
  }
  const move = (id: string, spot: Spot | undefined) => {
    if (spot === undefined) return
    onMoveFolder(id, spot)
    if (spot.parent !== null) toggle(spot.parent, false)
  }
  const hold = (what: Dragged | undefined) => {
    draggedRef.current = what
  }
  const { over, begin, end, dropping } = useDropping({ groups, mayWrite, dragged: draggedRef, hold, onMoveContents, onMove: move })
  const onKey = (event: KeyboardEvent, line: FolderLine | undefined, id: string) => {
    // Keys of the menu's button are its own.
    if (event.target !== event.currentTarget) return
    const at = ids.indexOf(id)
    const step = steps[event.key]
    const done = () => event.preventDefault()
    if (event.altKey && step !== undefined && line !== undefined && mayWrite) {
      done()
      return move(id, stepFor(groups, id, step))
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') return (done(), go(ids[at + 1]))
    if (event.key === 'ArrowUp') return (done(), go(ids[at - 1]))
    if (event.key === 'Home') return (done(), go(ids[0]))
    if (event.key === 'End') return (done(), go(ids.at(-1)))
    if (line === undefined) return
    const isShut = shut.has(id)
    if (event.key === 'ArrowRight' && line.folders > 0) return (done(), isShut ? toggle(id, false) : go(ids[at + 1]))
    if (event.key === 'ArrowLeft') return (done(), line.folders > 0 && !isShut ? toggle(id, true) : go(line.group.parent ?? undefined))
    if (!mayWrite) return
    if (event.key === 'F2') return (done(), onDeed('rename', line.group))
    if (event.key === 'Delete') return (done(), onDeed('remove', line.group))
  }
  const item = (id: string, level: number, name: string, count: number, icon: ReactNode, line?: FolderLine) => (
    <FolderItem
      key={id}
      id={id}
      level={level}
      name={name}
      count={count}
      icon={icon}
      line={line}
      mayWrite={mayWrite}
      isActive={id === active}
      isOpen={id === open}
      isShut={shut.has(id)}
      over={over?.id === id ? over.where : undefined}
      dropping={dropping(id, line !== undefined)}
      can={(way) => stepFor(groups, id, way) !== undefined}
      onOpen={() => onOpen(id)}
      onKey={(event) => onKey(event, line, id)}
      onDragStart={() => begin(id)}
      onDragEnd={end}
      onTurn={() => toggle(id, !shut.has(id))}
      onStep={(way) => move(id, stepFor(groups, id, way))}
      onDeed={onDeed}
    />
  )
  const sign = (id: string) =>
    id === open ? <IconFolderOpen size={16} stroke={1.6} aria-hidden /> : <IconFolder size={16} stroke={1.6} aria-hidden />
  return (
    <div className={styles.folders} role="tree" aria-label={t('contents.folders')} ref={tree}>
      {item('all', 1, t('contents.folder.all'), total, <IconLibrary size={16} stroke={1.6} aria-hidden />)}
      {item('root', 1, t('contents.folder.root'), rootContents, <IconInbox size={16} stroke={1.6} aria-hidden />)}
      {lines.map((line) => item(line.group.id, line.level, line.group.name, line.group.contents, sign(line.group.id), line))}
    </div>
  )
}

interface DropOptions extends Pick<Props, 'groups' | 'mayWrite' | 'dragged' | 'onMoveContents'> {
  hold: (what: Dragged | undefined) => void
  onMove: (id: string, spot: Spot | undefined) => void
}
/** What is dragged over the lines: where it would come to lie, and what happens when it is let go. */
function useDropping({ groups, mayWrite, dragged, hold, onMoveContents, onMove }: DropOptions) {
  const [over, setOver] = useState<{ id: string; where: Where }>()
  const whereOf = (event: DragEvent, isFolder: boolean): Where => {
    if (!isFolder || dragged.current?.kind === 'contents') return 'into'
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const part = (event.clientY - top) / height
    return part < edge ? 'before' : part > 1 - edge ? 'after' : 'into'
  }
  const target = (id: string) => (id === 'root' ? null : id)
  const mayDrop = (id: string, where: Where): boolean => {
    const { current } = dragged
    if (current === undefined || !mayWrite || id === 'all') return false
    return current.kind === 'contents' || spotFor(groups, current.id, target(id), where) !== undefined
  }
  const dropping = (id: string, isFolder: boolean) => ({
    onDragOver: (event: DragEvent) => {
      const where = whereOf(event, isFolder)
      if (!mayDrop(id, where)) return setOver(undefined)
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move' as const
      if (over?.id !== id || over.where !== where) setOver({ id, where })
    },
    onDragLeave: () => setOver((now) => (now?.id === id ? undefined : now)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      const { current } = dragged
      const where = whereOf(event, isFolder)
      hold(undefined)
      if (current === undefined || id === 'all') return
      if (current.kind === 'contents') onMoveContents(current.ids, target(id))
      else onMove(current.id, spotFor(groups, current.id, target(id), where))
    },
  })
  const begin = (id: string) => hold({ kind: 'folder', id })
  const end = () => {
    hold(undefined)
    setOver(undefined)
  }
  return { over, begin, end, dropping }
}

interface ItemProps extends Pick<Props, 'mayWrite' | 'onDeed'> {
  id: string
  level: number
  name: string
  count: number
  icon: ReactNode
  /** None for those that are no folders. */
  line: FolderLine | undefined
  /** The one that the Tab key goes to. */
  isActive: boolean
  isOpen: boolean
  isShut: boolean
  over: Where | undefined
  dropping: ReturnType<ReturnType<typeof useDropping>['dropping']>
  can: (way: Way) => boolean
  onOpen: () => void
  onKey: (event: KeyboardEvent) => void
  onDragStart: () => void
  onDragEnd: () => void
  onTurn: () => void
  onStep: (way: Way) => void
}
/** A line of the tree. */
function FolderItem(props: ItemProps) {
  const { id, level, name, count, icon, line, mayWrite, isActive, isOpen, isShut, over, dropping } = props
  const { can, onOpen, onKey, onDragStart, onDragEnd, onTurn, onStep, onDeed } = props
  return (
    <div
      role="treeitem"
      tabIndex={isActive ? 0 : -1}
      data-folder={id}
      data-over={over}
      aria-level={level}
      aria-selected={isOpen}
      aria-labelledby={`folder-${id}-name folder-${id}-count`}
      {...(line !== undefined && {
        'aria-posinset': line.place + (line.level === 1 ? 2 : 0),
        'aria-setsize': line.siblings + (line.level === 1 ? 2 : 0),
        ...(line.folders > 0 && { 'aria-expanded': !isShut }),
      })}
      className={styles.folder}
      style={{ paddingLeft: 6 + (level - 1) * 16 }}
      onClick={onOpen}
      onKeyDown={onKey}
      draggable={mayWrite && line !== undefined}
      onDragStart={(event) => {
        onDragStart()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
      }}
      onDragEnd={onDragEnd}
      {...dropping}
    >
      {line !== undefined && line.folders > 0 ? (
        <span
          className={styles.folderTurn}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onTurn()
          }}
        >
          {isShut ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
        </span>
      ) : (
        <span className={styles.folderTurn} aria-hidden />
      )}
      {icon}
      <span className={styles.folderName} id={`folder-${id}-name`}>
        {name}
      </span>
      {/* Read as two words. */} <small id={`folder-${id}-count`}>{count}</small>
      {mayWrite && line !== undefined && (
        <FolderMenu name={name} reachable={isActive} can={can} onStep={onStep} onDeed={(deed) => onDeed(deed, line.group)} />
      )}
    </div>
  )
}
