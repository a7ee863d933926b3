/** Several products on one tag, with a layout of its own, or a family; closes on success (specification 1 §4, §5). */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNfcAddress } from '@endcap/contract/nfc'
import type { Tag } from '@endcap/contract/tags'
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import { useLayoutIds } from '../app/lists.ts'
import { useApi, useSession } from '../app/services.ts'
import { splitCodes } from '../form/codes.ts'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge, withoutScan } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import { playSound } from '../ui/sound.ts'
import { wantsLargeTicket } from '../form/assign-families.tsx'
import { Choices } from '../form/Choices.tsx'
import { Select } from '../form/Select.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useStoreCodeIfAny } from '../app/route.ts'
import helpers from '../ui/helpers.module.css'

export function AssignMultipleModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [tagId, setTagId] = useState(rows.length === 1 ? (rows[0]?.barcode ?? '') : '')
  const [what, setWhat] = useState<'products' | 'family'>('products')
  const [codes, setCodes] = useState('')
  const [family, setFamily] = useState('')
  const { site } = useSession().user.systemConfig
  /** The large tag that was warned of (specification 1 §5): sent again, it is assigned. */
  const [warned, setWarned] = useState<string>()
  const [layoutId, setLayoutId] = useState<string | null>('MULTI')
  const [nfc, setNfc] = useState('')
  const layoutIds = useLayoutIds()
  const onScan = (code: string) => {
    const scannedTag = tagMacForm.test(normaliseTagMac(code))
    setTagId((before) => (scannedTag ? normaliseTagMac(code) : withoutScan(before, code)))
    if (what === 'family') return setFamily((before) => (scannedTag ? withoutScan(before, code) : code))
    setCodes((before) => [...splitCodes(withoutScan(before, code)), ...(scannedTag ? [] : [code])].map((one) => `${one}\n`).join(''))
  }
  useWedge(onScan)
  const submit = async () => {
    if (what === 'family' && wantsLargeTicket(site, normaliseTagMac(tagId)) && warned !== tagId) {
      setWarned(tagId)
      throw new Error(t('error.large-ticket'))
    }
    const prCodeList = splitCodes(codes)
    if (tagId.trim() === '') throw new Error(t('tags.assign.enterTag'))
    if (what === 'family' && family.trim() === '') throw new Error(t('tags.assign.enterFamily'))
    if (what === 'products' && prCodeList.length === 0) throw new Error(t('tags.assign.enterProduct'))
    if (what === 'products' && !isNfcAddress(nfc)) throw new Error(t('error.nfc-address'))
    try {
      const tagMac = tagId.trim()
      const tag =
        what === 'family'
          ? { tagMac, fmPrCode: family.trim() }
          : { tagMac, prCodeList, ...(layoutId !== null && { layoutId }), ...(nfc.trim() !== '' && { nfc: nfc.trim() }) }
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
        field="tagMac"
        label={t('tags.assign.tagId')}
        classNames={{ input: helpers.mono }}
        value={tagId}
        onChange={(event) => setTagId(event.target.value)}
        data-autofocus
        autoComplete="off"
      />
      <Choices
        name="what"
        legend={t('tags.assign.what')}
        options={[
          { value: 'products', label: t('tags.assign.ofProducts') },
          { value: 'family', label: t('tags.assign.ofFamily') },
        ]}
        value={what}
        onChoose={setWhat}
      />
      {what === 'family' ? (
        <TextInput
          field="fmPrCode"
          label={t('tags.assign.family')}
          description={t('tags.assign.familyHint')}
          classNames={{ input: helpers.mono }}
          value={family}
          onChange={(event) => setFamily(event.target.value)}
          autoComplete="off"
        />
      ) : (
        <>
          <Textarea
            field="prCodeList"
            label={t('tags.assign.products')}
            classNames={{ input: helpers.mono }}
            autosize
            minRows={3}
            value={codes}
            onChange={(event) => setCodes(event.target.value)}
          />
          <Select field="layoutId" label={t('tags.assign.layout')} data={layoutIds} value={layoutId} onChange={setLayoutId} clearable />
          <TextInput field="nfc" label={t('tags.assign.nfc')} value={nfc} onChange={(event) => setNfc(event.target.value)} />
        </>
      )}
      <CameraScan onScan={onScan} />
    </FormModal>
  )
}
