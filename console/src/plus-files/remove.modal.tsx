/** Removes what no display needs, and says which displays need the rest (specification 3 §5). */
import { CallError } from '@endcap/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'

export interface Thing {
  id: string
  name: string
}
interface Props {
  kind: 'image' | 'video' | 'widget' | 'template' | 'schedule'
  things: readonly Thing[]
  remove: (id: string) => Promise<unknown>
  close: (changed: boolean) => void
}
const mostNames = 8

export function RemoveModal({ kind, things: given, remove, close }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // The list behind forgets what is gone, the dialog does not.
  const [things] = useState(given)
  const [refused, setRefused] = useState<{ thing: Thing; devices: string[] }[]>()
  const submit = async () => {
    if (things.length === 0) throw new Error(t('common.noRow'))
    const left: { thing: Thing; devices: string[] }[] = []
    try {
      for (const thing of things) {
        try {
          await remove(thing.id)
        } catch (error) {
          const isUsed = error instanceof CallError && error.answer.code === 'in-use'
          // Somebody else removed it: it is gone as it should be.
          if (!isUsed && !(error instanceof CallError && error.status === 404)) throw error
          if (isUsed) left.push({ thing, devices: error.answer.error ?? [] })
        }
      }
    } finally {
      await queries.invalidateQueries({ queryKey: ['plus'] })
    }
    if (left.length > 0) return setRefused(left)
    void notify(t('common.complete'))
    close(true)
  }
  const names = things
    .slice(0, mostNames)
    .map(({ name }) => name)
    .join(', ')
  const more = things.length - mostNames
  return (
    <FormModal
      title={t(`plusFiles.remove.${kind}`)}
      submit={t('plusFiles.remove.send')}
      onSubmit={submit}
      onClose={() => close(refused !== undefined)}
      readOnly={refused !== undefined}
      danger
    >
      {things.length === 0 ? (
        <p className="aside">{t('common.noRow')}</p>
      ) : refused === undefined ? (
        <p className="aside">{more > 0 ? t('plusFiles.remove.textMore', { names, count: more }) : t('plusFiles.remove.text', { names })}</p>
      ) : (
        <div className="msg" role="alert">
          <div>
            <b>{t(things.length === 1 ? `plusFiles.inUse.${kind}` : `plusFiles.someInUse.${kind}`)}</b>
            <ul className="plus-users">
              {refused.map(({ thing, devices }) => (
                <li key={thing.id}>
                  {thing.name}
                  <ul>
                    {devices.map((device) => (
                      <li key={device} className="mono">
                        {device}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </FormModal>
  )
}
