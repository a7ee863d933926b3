/** Assigning one product to the tags of a file: each line a tag id; the default product code comes first (specification 1 §5). */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '@endcap/contract/tags'
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import { useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notifyDone } from '../ui/notify.ts'
import { taskLink } from './task-link.ts'
import { playSound } from '../ui/sound.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { fileLines } from './file-lines.ts'
import linesStyles from '../form/lines.module.css'
import helpers from '../ui/helpers.module.css'

/** Tag ids of a file, and the lines that are none. */
export function readTagIds(text: string): { ids: string[]; bad: string[] } {
  const ids = new Set<string>()
  const bad: string[] = []
  for (const { line, content } of fileLines(text)) {
    const id = normaliseTagMac(content)
    if (tagMacForm.test(id)) ids.add(id)
    else bad.push(`${line}: ${content.slice(0, 40)}`)
  }
  return { ids: [...ids], bad }
}

export function AssignFileModal({ close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [prCode, setPrCode] = useState('')
  const [read, setRead] = useState<{ ids: string[]; bad: string[] }>()
  const submit = async () => {
    if (prCode.trim() === '') throw new Error(t('tags.assign.enterDefault'))
    if (read === undefined || read.ids.length === 0) throw new Error(t('tags.assign.enterTag'))
    const { taskId, tagCount } = await api.tags.assign({
      body: { taskId: -1, priorTaskId: -1, storeCode, tagList: read.ids.map((tagMac) => ({ tagMac, prCode: prCode.trim() })) },
    })
    playSound('success')
    void notifyDone(t, t('tags.did.assign', { count: tagCount, prCode: prCode.trim() }), ...taskLink(t, storeCode, taskId, 'ASSIGN'))
    close(true)
  }
  return (
    <FormModal
      title={t('tags.action.assignFile')}
      submit={t('tags.action.assign')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={read !== undefined && read.bad.length > 0}
    >
      <TextInput
        field="prCode"
        label={t('tags.assign.default')}
        classNames={{ input: helpers.mono }}
        value={prCode}
        onChange={(event) => setPrCode(event.target.value)}
        data-autofocus
        autoComplete="off"
      />
      <FileDrop
        text={t('tags.assign.file')}
        choose={t('tags.assign.choose')}
        onFile={(file) => void file.text().then((text) => setRead(readTagIds(text)))}
      />
      {read !== undefined && <p style={{ margin: 0 }}>{t('tags.assign.count', { count: read.ids.length })}</p>}
      {read !== undefined && read.bad.length > 0 && (
        <div role="alert">
          {t('tags.assign.badLines')}
          <ul className={linesStyles.lines}>
            {read.bad.slice(0, 20).map((line) => (
              <li key={line} className={helpers.mono}>
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormModal>
  )
}
