/** Which action of a list has its dialog open: the one that was pressed, or the one that the address asks for. */
import { useState } from 'react'
import { useAddressDialog } from '../app/address-dialog.ts'
import { useCan } from '../app/services.ts'
import type { Action } from './spec.ts'

export function useOpenAction<Row>(actions: readonly Action<Row>[]) {
  const can = useCan()
  const [pressed, setPressed] = useState<{ action: Action<Row>; rows: Row[] }>()
  const linked = useAddressDialog()
  const asked = actions.find(
    (action) => (action.on === 'table' || action.on === 'menu') && action.name === linked.asked && can(action.needs),
  )
  const open = pressed ?? (asked && { action: asked, rows: [] })
  const close = () => {
    setPressed(undefined)
    if (asked !== undefined) linked.settle()
  }
  return { open, start: (action: Action<Row>, rows: Row[]) => setPressed({ action, rows }), close }
}
