/** Removes things of a store one by one: what no display needs goes, and the displays that need the rest are named (specification 3 §5). */
import { CallError } from '@endcap/contract/client'
import { useTranslation } from 'react-i18next'
import { RemoveThings, type Left, type Thing } from './RemoveThings.tsx'

interface Props {
  kind: 'image' | 'video' | 'widget' | 'template' | 'schedule'
  things: readonly Thing[]
  remove: (id: string) => Promise<unknown>
  close: (changed: boolean) => void
}

/** Undefined when it is gone: also when another account removed it. */
async function leftOf(thing: Thing, remove: Props['remove']): Promise<Left | undefined> {
  try {
    await remove(thing.id)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.answer.code === 'in-use') return { ...thing, users: error.answer.error ?? [] }
    if (error.status !== 404) throw error
  }
  return undefined
}

export function RemoveModal({ kind, things, remove, close }: Props) {
  const { t } = useTranslation()
  const removeAll = async (all: readonly Thing[]) => {
    const left: Left[] = []
    for (const thing of all) {
      const stays = await leftOf(thing, remove)
      if (stays !== undefined) left.push(stays)
    }
    return left
  }
  return (
    <RemoveThings
      title={t(`media.remove.${kind}`)}
      submit={t('media.remove.send')}
      text={(names, more) => (more > 0 ? t('media.remove.textMore', { names, count: more }) : t('media.remove.text', { names }))}
      inUse={{ one: t(`media.inUse.${kind}`), some: t(`media.someInUse.${kind}`) }}
      mono
      things={things}
      remove={removeAll}
      close={close}
    />
  )
}
