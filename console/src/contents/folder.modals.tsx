/** Makes, renames, moves and removes folders. */
import type { ContentGroup } from '@endcap/contract/contents'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { FolderSelect } from './FolderSelect.tsx'
import { childrenOf, isWithin } from './folders.ts'
import { NameModal } from '../form/name.modal.tsx'
import helpers from '../ui/helpers.module.css'

interface Props {
  groups: readonly ContentGroup[]
  close: () => void
}

/** With a folder it gets another name; else a new one is made in `parent`. */
export function FolderNameModal({
  group,
  parent,
  onMade,
  close,
}: Omit<Props, 'groups'> & { group?: ContentGroup; parent?: ContentGroup | undefined; onMade?: (id: string) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <NameModal
      title={group === undefined ? t('contents.folder.create') : t('contents.folder.renameOf', { name: group.name })}
      label={t('contents.column.name')}
      before={group?.name ?? ''}
      save={(name) =>
        api.contents.saveGroup({ body: { name, ...(group === undefined ? { parent: parent?.id ?? null } : { id: group.id }) } })
      }
      saved={({ id }) => group === undefined && onMade?.(id)}
      close={close}
    >
      {parent !== undefined && <p className={helpers.aside}>{t('contents.folder.inside', { name: parent.name })}</p>}
    </NameModal>
  )
}

export function FolderMoveModal({ group, groups, close }: Props & { group: ContentGroup }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [parent, setParent] = useState<string | null>(group.parent)
  const submit = async () => {
    const order = childrenOf(groups, parent).filter(({ id }) => id !== group.id).length
    await api.contents.saveGroup({ body: { id: group.id, parent, order } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    close()
  }
  return (
    <FormModal title={t('contents.folder.moveOf', { name: group.name })} submit={t('contents.move.send')} onSubmit={submit} onClose={close}>
      <FolderSelect
        groups={groups.filter(({ id }) => !isWithin(groups, id, group.id))}
        value={parent}
        onChange={setParent}
        field="parent"
      />
    </FormModal>
  )
}

export function FolderRemoveModal({ group, groups, close }: Props & { group: ContentGroup }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.contents.removeGroup({ body: { id: group.id } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    close()
  }
  const above = groups.find(({ id }) => id === group.parent)
  return (
    <FormModal
      title={t('contents.folder.removeOf', { name: group.name })}
      submit={t('contents.remove.send')}
      onSubmit={submit}
      onClose={close}
      danger
    >
      <p className={helpers.aside}>
        {above === undefined ? t('contents.folder.removeText') : t('contents.folder.removeInto', { name: above.name })}
      </p>
    </FormModal>
  )
}
