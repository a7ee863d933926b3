/** Takes in a show out of a file, show-data.json; its contents are found by what they are called (specification 3 §2, §8). */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { saveOf, type ShowDraft } from './show-draft.ts'
import { readShowFile, showFileMaxBytes, showOfFile } from './show-file.ts'
import { Message } from '../ui/Message.tsx'
import helpers from '../ui/helpers.module.css'

interface Props {
  /** What becomes of the show; without it, it is saved as a new one. */
  onShow?: (draft: ShowDraft) => void
  close: () => void
}

export function ImportShow({ onShow, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [found, setFound] = useState<{ draft: ShowDraft; missing: string[] }>()
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    setFound(undefined)
    setProblem(undefined)
    const show = file.size > showFileMaxBytes ? undefined : readShowFile(await file.text())
    if (show === undefined) return setProblem(t('shows.import.invalid'))
    const { contentList } = await api.contents.list({ body: {} })
    setFound(showOfFile(show, contentList))
  }
  const submit = async () => {
    if (found === undefined) throw new Error(t('shows.import.none'))
    if (onShow !== undefined) {
      onShow(found.draft)
      return close()
    }
    const { id } = await api.shows.save({ body: saveOf(found.draft) })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    close()
    void navigate({ to: paths.show(id), search: {} })
  }
  return (
    <FormModal
      title={t('shows.import.title')}
      submit={t('shows.import.button')}
      onSubmit={submit}
      onClose={close}
      disabled={found === undefined}
      {...(problem !== undefined && { problem })}
    >
      <p className={helpers.aside}>{t(onShow === undefined ? 'shows.import.text' : 'shows.import.instead')}</p>
      <FileDrop
        text={t('shows.import.drop')}
        choose={t('media.upload.chooseOne')}
        accept=".json"
        onFile={(file) => void read(file).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))}
      />
      {found !== undefined && (
        <p className={helpers.aside} role="status">
          {t('shows.import.found', { name: found.draft.name })}
        </p>
      )}
      {found !== undefined && found.missing.length > 0 && (
        <Message role="alert" style={{ margin: 0 }}>
          {t('shows.import.missing', { count: found.missing.length, names: found.missing.join(', ') })}
        </Message>
      )}
    </FormModal>
  )
}
