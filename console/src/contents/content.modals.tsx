/** Looks at a content, renames it, moves it, and sends files (specification 3 §2). */
import type { ContentGroup, SignageContent } from '@endcap/contract/contents'
import { mediaMaxBytes } from '@endcap/contract/media'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useServices } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { sizeWord } from '../data/send.ts'
import { accepts, SendFiles, Viewer } from '../media/index.ts'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { maxBytes, sizeText } from './contents.ts'
import { FolderSelect } from './FolderSelect.tsx'
import { NameModal } from '../form/name.modal.tsx'
import { sendContent } from './send.ts'
import { useGroups } from './use-groups.ts'
import helpers from '../ui/helpers.module.css'

export function ContentViewer({ content, close }: { content: SignageContent; close: () => void }) {
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
        content: (signal) => api.contents.file({ params }, { signal }),
        view: (signal) => api.contents.view({ params }, { signal }),
      }}
      close={close}
    />
  )
}

export function ContentRename({ content: { id, name }, close }: { content: SignageContent; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <NameModal
      title={t('contents.rename', { name })}
      label={t('contents.column.name')}
      before={name}
      save={(next) => api.contents.rename({ body: { id, name: next } })}
      close={close}
    />
  )
}

export function MoveContents({ rows: given, close }: ActionProps<SignageContent>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { groups } = useGroups()
  const [rows] = useState(given)
  const [group, setGroup] = useState<string | null>(rows[0]?.group ?? null)
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    await api.contents.move({ body: { content: rows.map(({ id }) => id), group } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notify(t('contents.move.done', { count: rows.length }))
    close(true)
  }
  return (
    <FormModal title={t('contents.action.move')} submit={t('contents.move.send')} onSubmit={submit} onClose={() => close(false)}>
      <p className={helpers.aside}>
        {rows.length === 0
          ? t('common.noRow')
          : t('contents.move.text', { count: rows.length, names: rows.map(({ name }) => name).join(', ') })}
      </p>
      <FolderSelect groups={groups} value={group} onChange={setGroup} field="group" />
    </FormModal>
  )
}

/** Up to ten files into a folder. */
export function UploadContents({ group, close }: { group: ContentGroup | undefined; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const services = useServices()
  return (
    <SendFiles
      title={group === undefined ? t('contents.upload.title') : t('contents.upload.into', { name: group.name })}
      hint={t('contents.upload.hint', { picture: sizeWord(mediaMaxBytes.image), film: sizeWord(mediaMaxBytes.video) })}
      accept={Object.values(accepts).join(',')}
      maxBytes={({ name }) => maxBytes(name)}
      replaced={undefined}
      send={(file, how) => sendContent(services, { file, group: group?.id ?? null, ...how })}
      close={close}
    />
  )
}

/** One file that takes the place of another: shows follow. */
export function ReplaceContent({ content, close }: { content: SignageContent; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const services = useServices()
  return (
    <SendFiles
      title={t('media.replace', { name: content.name })}
      hint={t('contents.upload.replaceHint')}
      accept={accepts[content.type]}
      maxBytes={() => mediaMaxBytes[content.type]}
      replaced={content.name}
      keepsName
      send={(file, how) => sendContent(services, { file, group: content.group, id: content.id, ...how })}
      close={close}
    />
  )
}
