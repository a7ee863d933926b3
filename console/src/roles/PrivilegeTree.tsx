/**
 * What a role may read and write, as a tree of areas: settings stand over their parts (specification 2 §3, §5). Looked at, or ticked; by
 * keyboard with Tab, or with the arrows from box to box.
 */
import { changeRight, privilegeTree, type Privilege, type PrivilegeKey, type Right } from '@endcap/contract/privileges'
import { IconCheck } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './roles.module.css'
import { Tick } from '../ui/inputs.tsx'

const sides = ['read', 'write'] as const

interface Props {
  rights: readonly Right[]
  /** Without it, only to be looked at. */
  onChange?: (rights: Right[]) => void
  /** Rights that the reader does not have cannot be given. */
  mayGive?: (right: Privilege) => boolean
}

/** Where an arrow leads from a box; undefined for other keys. */
const moves: Record<string, [row: number, side: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function PrivilegeTree({ rights, onChange, mayGive = () => true }: Props) {
  const { t } = useTranslation()
  const table = useRef<HTMLTableElement>(null)
  const nameOf = (key: PrivilegeKey) => t(`roles.privilege.${key}`)
  const onKey = (event: KeyboardEvent) => {
    const move = moves[event.key]
    const place = event.target instanceof HTMLElement ? event.target.dataset.place : undefined
    if (move === undefined || place === undefined) return
    event.preventDefault()
    const [row = 0, side = 0] = place.split(':').map(Number)
    for (let next = row + move[0]; next >= 0 && next < privilegeTree.length; next += move[0]) {
      const box = table.current?.querySelector<HTMLInputElement>(`[data-place="${next}:${side + move[1]}"]`)
      if (box === null || box === undefined) return
      if (!box.disabled) return box.focus()
      if (move[0] === 0) return
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the boxes within
    <table className={styles.privileges} ref={table} onKeyDown={onKey} aria-label={t('roles.privileges')}>
      <thead>
        <tr>
          <th scope="col">{t('roles.area')}</th>
          {sides.map((side) => (
            <th key={side} scope="col" className={styles.box}>
              {t(`roles.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {privilegeTree.map(({ key, depth, parent }, row) => {
          const right = rights.find((one) => one.key === key)
          const path = parent === undefined ? nameOf(key) : `${nameOf(parent)} › ${nameOf(key)}`
          return (
            <tr key={key} data-depth={depth}>
              <th scope="row" style={{ paddingLeft: 10 + depth * 22 }}>
                {nameOf(key)}
              </th>
              {sides.map((side, place) => {
                const on = right?.[side] ?? false
                const label = `${path}: ${t(`roles.${side}`)}`
                const barred = !mayGive(`${key}.${side}`)
                return (
                  <td key={side} className={styles.box}>
                    {onChange === undefined ? (
                      on ? (
                        <IconCheck size={15} stroke={2.2} role="img" aria-label={label} />
                      ) : (
                        <span className={styles.none} aria-label={t('roles.not', { right: label })} role="img">
                          –
                        </span>
                      )
                    ) : (
                      <Tick
                        aria-label={label}
                        data-place={`${row}:${place}`}
                        checked={on}
                        disabled={barred && !on}
                        title={barred ? t('roles.barred') : undefined}
                        onChange={(event) => onChange(changeRight(rights, key, side, event.target.checked))}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
