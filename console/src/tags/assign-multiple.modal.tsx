/** Several products on one tag, with a layout of its own; closes on success (specification 1 §4, §5). */
import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '@endcap/contract/tags'
import { tagMacForm, tidyTagMac } from '@endcap/contract/vocabulary'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge, withoutScan } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import { playSound } from '../ui/sound.ts'
import { useStoreCode } from './use-store.ts'

/** Trimmed and without repeats, as the specification wants the list. */
export const splitCodes = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((code) => code.trim())
      .filter(Boolean),
  ),
]

export function AssignMultipleModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [tagId, setTagId] = useState(rows.length === 1 ? (rows[0]?.barcode ?? '') : '')
  const [codes, setCodes] = useState('')
  const [layoutId, setLayoutId] = useState<string | null>('MULTI')
  const [nfc, setNfc] = useState('')
  const { data: layouts } = useQuery({ queryKey: ['layouts'], queryFn: () => api.layouts.names() })
  const onScan = (code: string) => {
    const scannedTag = tagMacForm.test(tidyTagMac(code))
    setTagId((before) => (scannedTag ? tidyTagMac(code) : withoutScan(before, code)))
    setCodes((before) => [...splitCodes(withoutScan(before, code)), ...(scannedTag ? [] : [code])].map((one) => `${one}\n`).join(''))
  }
  useWedge(onScan)
  const submit = async () => {
    const prCodeList = splitCodes(codes)
    if (tagId.trim() === '') throw new Error(t('tags.assign.enterTag'))
    if (prCodeList.length === 0) throw new Error(t('tags.assign.enterProduct'))
    try {
      const tag = {
        tagMac: tagId.trim(),
        prCodeList,
        ...(layoutId !== null && { layoutId }),
        ...(nfc.trim() !== '' && { nfc: nfc.trim() }),
      }
      await api.tags.assignMultiple({ body: { taskId: -1, priorTaskId: -1, storeCode, tagList: [tag] } })
    } catch (error) {
      playSound('failure')
      throw error
    }
    playSound('success')
    close(true)
  }
  return (
    <FormModal title={t('tags.action.assignMultiple')} submit={t('tags.action.assign')} onSubmit={submit} onClose={() => close(false)}>
      <TextInput
        label={t('tags.assign.tagId')}
        classNames={{ input: 'mono' }}
        value={tagId}
        onChange={(event) => setTagId(event.target.value)}
        data-autofocus
        autoComplete="off"
      />
      <Textarea
        label={t('tags.assign.products')}
        classNames={{ input: 'mono' }}
        autosize
        minRows={3}
        value={codes}
        onChange={(event) => setCodes(event.target.value)}
      />
      <Select
        label={t('tags.assign.layout')}
        data={layouts?.layoutList.map((layout) => layout.layoutId) ?? []}
        value={layoutId}
        onChange={setLayoutId}
        clearable
      />
      <TextInput label={t('tags.assign.nfc')} value={nfc} onChange={(event) => setNfc(event.target.value)} />
      <CameraScan onScan={onScan} />
    </FormModal>
  )
}
