/** Takes in what notifications say from a file that was exported: all of it, or everything that is wrong is named and nothing changes. */
import { CallError } from '@endcap/contract/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { notifyDone } from '../ui/notify.ts'
import { Hint } from '../ui/Hint.tsx'

/** Bytes; an export has about 6,000. */
const maxBytes = 1_000_000

export function ImportContents({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [file, setFile] = useState<File>()
  const [wrong, setWrong] = useState<string[]>([])
  const submit = async () => {
    setWrong([])
    if (file === undefined) return
    const contentList = await readList(file)
    if (contentList === undefined) throw new Error(t('notifications.import.badFile'))
    try {
      await api.notifications.saveContents({ body: { contentList } })
    } catch (error) {
      if (error instanceof CallError && error.answer.error !== undefined) {
        setWrong(error.answer.error)
        throw new Error(t('notifications.import.wrong', { count: error.answer.error.length }), { cause: error })
      }
      throw error
    }
    void notifyDone(t, t('state.done.saved', { name: file.name }))
    close(true)
  }
  return (
    <FormModal
      title={t('notifications.import.title')}
      submit={t('notifications.import.submit')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="560px"
      disabled={file === undefined}
    >
      <Hint style={{ margin: 0 }}>{t('notifications.import.about')}</Hint>
      <FileDrop
        text={t('notifications.import.drop')}
        choose={t('notifications.import.choose')}
        accept=".json,application/json"
        onFile={(chosen) => {
          setFile(chosen)
          setWrong([])
        }}
      />
      <WrongLines label={t('notifications.import.errors')} lines={wrong} />
    </FormModal>
  )
}

/** Undefined when it is no export at all; what is in it the server checks. */
async function readList(file: File): Promise<unknown[] | undefined> {
  if (file.size > maxBytes) return undefined
  try {
    const content: unknown = JSON.parse(await file.text())
    if (typeof content !== 'object' || content === null || !('contentList' in content)) return undefined
    return Array.isArray(content.contentList) && content.contentList.length > 0 ? content.contentList : undefined
  } catch {
    return undefined
  }
}
