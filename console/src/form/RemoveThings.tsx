/** The dialog that removes what nothing needs, and says what needs the rest (specification 3 §5). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from './modal.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Message } from '../ui/Message.tsx'
import removeThingsStyles from './RemoveThings.module.css'
import helpers from '../ui/helpers.module.css'

export interface Thing {
  id: string
  name: string
}
/** What stays, with what uses it. */
export interface Left extends Thing {
  users: readonly string[]
}
interface Props {
  title: string
  submit: string
  things: readonly Thing[]
  /** What will happen: names of the first, and how many there are besides. */
  text: (names: string, more: number) => string
  /** What stands over those that stay. */
  inUse: { one: string; some: string }
  /** Users are addresses. */
  mono?: boolean
  /** Answers what stays. */
  remove: (things: readonly Thing[]) => Promise<readonly Left[]>
  close: (changed: boolean) => void
}
const maxNames = 8

export function RemoveThings({ title, submit, things: given, text, inUse, mono = false, remove, close }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // The list behind forgets what is gone, the dialog does not.
  const [things] = useState(given)
  const [left, setLeft] = useState<readonly Left[]>()
  const removeThings = async () => {
    try {
      return await remove(things)
    } finally {
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
  }
  const onSubmit = async () => {
    if (things.length === 0) throw new Error(t('common.noRow'))
    const stays = await removeThings()
    if (stays.length > 0) return setLeft(stays)
    void notifyDone(
      t,
      t('state.done.removed', {
        name:
          things.length > maxNames
            ? `${things
                .slice(0, maxNames)
                .map(({ name }) => name)
                .join(', ')}, …`
            : things.map(({ name }) => name).join(', '),
      }),
    )
    close(true)
  }
  const names = things
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ')
  return (
    <FormModal
      title={title}
      submit={submit}
      onSubmit={onSubmit}
      onClose={() => close(left !== undefined)}
      readOnly={left !== undefined}
      danger
    >
      {things.length === 0 ? (
        <p className={helpers.aside}>{t('common.noRow')}</p>
      ) : left === undefined ? (
        <p className={helpers.aside}>{text(names, things.length - maxNames)}</p>
      ) : (
        <Message role="alert">
          <div>
            <b>{things.length === 1 ? inUse.one : inUse.some}</b>
            <ul className={removeThingsStyles.signageUsers}>
              {left.map(({ id, name, users }) => (
                <li key={id}>
                  {name}
                  {users.length > 0 && (
                    <ul>
                      {users.map((user) => (
                        <li key={user} {...(mono && { className: helpers.mono })}>
                          {user}
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </div>
        </Message>
      )}
    </FormModal>
  )
}
