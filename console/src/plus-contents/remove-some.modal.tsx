/** Removes what nothing needs, and says what needs the rest (specification 3 §5): contents, shows and sets. */
import { CallError } from '@endcap/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/plus-files.css'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'

export interface Thing {
  id: string
  name: string
}
interface Left {
  id: string
  name: string
  users: readonly string[]
}
interface Props {
  kind: 'content' | 'show' | 'set' | 'timeline'
  things: readonly Thing[]
  /** Of those that can go; the answer names those that stay, with what uses them. */
  remove: (ids: string[]) => Promise<{ inUse?: readonly Left[] }>
  close: (changed: boolean) => void
}
const mostNames = 8

export function RemoveSome({ kind, things: given, remove, close }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // The list behind forgets what is gone, the dialog does not.
  const [things] = useState(given)
  const [left, setLeft] = useState<readonly Left[]>()
  const submit = async () => {
    if (things.length === 0) throw new Error(t('common.noRow'))
    try {
      const { inUse = [] } = await remove(things.map(({ id }) => id))
      if (inUse.length > 0) return setLeft(inUse)
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== 'in-use') throw error
      // Each line names a thing and its users.
      return setLeft((error.answer.error ?? []).map((line) => ({ id: line, name: line, users: [] })))
    } finally {
      await queries.invalidateQueries({ queryKey: ['plus'] })
    }
    void notify(t('common.complete'))
    close(true)
  }
  const names = things
    .slice(0, mostNames)
    .map(({ name }) => name)
    .join(', ')
  const more = things.length - mostNames
  const text = more > 0 ? t(`plusContents.remove.more.${kind}`, { names, count: more }) : t(`plusContents.remove.text.${kind}`, { names })
  return (
    <FormModal
      title={t(`plusContents.remove.title.${kind}`)}
      submit={t('plusContents.remove.send')}
      onSubmit={submit}
      onClose={() => close(left !== undefined)}
      readOnly={left !== undefined}
      danger
    >
      {things.length === 0 ? (
        <p className="aside">{t('common.noRow')}</p>
      ) : left === undefined ? (
        <p className="aside">{text}</p>
      ) : (
        <div className="msg" role="alert">
          <div>
            <b>{t(things.length === 1 ? `plusContents.inUse.${kind}` : `plusContents.someInUse.${kind}`)}</b>
            <ul className="plus-users">
              {left.map(({ id, name, users }) => (
                <li key={id}>
                  {name}
                  {users.length > 0 && (
                    <ul>
                      {users.map((user) => (
                        <li key={user}>{user}</li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </FormModal>
  )
}
