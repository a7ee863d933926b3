/** Removes things of the library together: what nothing needs goes, and what needs the rest is named (specification 3 §5). */
import { CallError } from '@endcap/contract/client'
import { useTranslation } from 'react-i18next'
import { RemoveThings, type Left, type Thing } from './RemoveThings.tsx'

interface Props {
  kind: 'content' | 'show' | 'set' | 'timeline'
  things: readonly Thing[]
  /** Of those that can go; the answer names those that stay, with what uses them. */
  remove: (ids: string[]) => Promise<{ inUse?: readonly Left[] }>
  close: (changed: boolean) => void
}

export function RemoveSome({ kind, things, remove, close }: Props) {
  const { t } = useTranslation()
  const removeAll = async (all: readonly Thing[]) => {
    try {
      return (await remove(all.map(({ id }) => id))).inUse ?? []
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== 'in-use') throw error
      // Each line names a thing and its users.
      return (error.answer.error ?? []).map((line) => ({ id: line, name: line, users: [] }))
    }
  }
  return (
    <RemoveThings
      title={t(`contents.remove.title.${kind}`)}
      submit={t('contents.remove.send')}
      text={(names, more) =>
        more > 0 ? t(`contents.remove.more.${kind}`, { names, count: more }) : t(`contents.remove.text.${kind}`, { names })
      }
      inUse={{ one: t(`contents.inUse.${kind}`), some: t(`contents.someInUse.${kind}`) }}
      things={things}
      remove={removeAll}
      close={close}
    />
  )
}
