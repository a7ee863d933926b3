/** Buttons for what can be done with a whole list, where the list is more than its table; the first action is the main one. */
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import type { Action } from './spec.ts'
import { useOpenAction } from './use-open-action.ts'

export function TableActions<Row>({ name, actions }: { name: string; actions: readonly Action<Row>[] }) {
  const { t } = useTranslation()
  const can = useCan()
  const { open, start, close } = useOpenAction(actions)
  const allowed = actions.filter((action) => can(action.needs))
  return (
    <>
      {allowed.toReversed().map((action) => (
        <Button key={action.name} look={action === actions[0] ? 'primary' : 'plain'} onClick={() => start(action, [])}>
          <action.icon size={15} stroke={1.7} />
          {t(`${name}.action.${action.name}`)}
        </Button>
      ))}
      {open !== undefined && <open.action.opens rows={[]} close={close} />}
    </>
  )
}
