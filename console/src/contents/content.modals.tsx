/** Looks at a content, renames it, moves it, and sends files (specification 3 §2). */
import type { ContentGroup, PlusContent } from '@endcap/contract/contents'
import { plusMaxBytes } from '@endcap/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useServices } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { sizeWord } from '../media/send.ts'
import { accepts, SendFiles } from '../media/upload.modal.tsx'
import { Viewer } from '../media/view.modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { mostBytes, sizeText } from './contents.ts'
import { FolderSelect } from './FolderSelect.tsx'
import { NameModal } from './name.modal.tsx'
import { sendContent } from './send.ts'
import { useGroups } from './use-groups.ts'

export function ContentViewer({ content, close }: { content: PlusContent; close: () => void }) {
  const api = useApi()
  const { id, type, name, width, height, size, updatedAt } = content
  const params = { contentId: id }
  return (
    <Viewer
      viewed={{
        key: ['v1', id, updatedAt],
        kind: type,
        name,
        width,
        height,
        size: sizeText(size),
        content: (signal) => api.plusContents.file({ params }, { signal }),
        view: (signal) => api.plusContents.view({ params }, { signal }),
      }}
      close={close}
    />
  )
}

export function ContentRename({ content: { id, name }, close }: { content: PlusContent; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <NameModal
      title={t('plusContents.rename', { name })}
      label={t('plusContents.column.name')}
      before={name}
      save={(next) => api.plusContents.rename({ body: { id, name: next } })}
      close={close}
    />
  )
}

export function MoveContents({ rows: given, close }: ActionProps<PlusContent>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { groups } = useGroups()
  const [rows] = useState(given)
  const [group, setGroup] = useState<string | null>(rows[0]?.group ?? null)
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    await api.plusContents.move({ body: { content: rows.map(({ id }) => id), group } })
    await queries.invalidateQueries({ queryKey: ['plus'] })
    void notify(t('plusContents.move.done', { count: rows.length }))
    close(true)
  }
  return (
    <FormModal title={t('plusContents.action.move')} submit={t('plusContents.move.send')} onSubmit={submit} onClose={() => close(false)}>
      <p className="aside">
        {rows.length === 0
          ? t('common.noRow')
          : t('plusContents.move.text', { count: rows.length, names: rows.map(({ name }) => name).join(', ') })}
      </p>
      <FolderSelect groups={groups} value={group} onChange={setGroup} />
    </FormModal>
  )
}

/** Up to ten files into a folder. */
export function UploadContents({ group, close }: { group: ContentGroup | undefined; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const services = useServices()
  return (
    <SendFiles
      title={group === undefined ? t('plusContents.upload.title') : t('plusContents.upload.into', { name: group.name })}
      hint={t('plusContents.upload.hint', { picture: sizeWord(plusMaxBytes.image), film: sizeWord(plusMaxBytes.video) })}
      accept={Object.values(accepts).join(',')}
      maxBytes={({ name }) => mostBytes(name)}
      single={false}
      send={(file, how) => sendContent(services, { file, group: group?.id ?? null, ...how })}
      close={close}
    />
  )
}

/** One file that takes the place of another: shows follow. */
export function ReplaceContent({ content, close }: { content: PlusContent; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const services = useServices()
  return (
    <SendFiles
      title={t('plusFiles.replace', { name: content.name })}
      hint={t('plusContents.upload.replaceHint')}
      accept={accepts[content.type]}
      maxBytes={() => plusMaxBytes[content.type]}
      single
      send={(file, how) => sendContent(services, { file, group: content.group, id: content.id, ...how })}
      close={close}
    />
  )
}
