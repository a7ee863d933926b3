/** A colour of the brand, with its name. */
import type { BrandColour } from '@endcap/contract/brand'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { ColourField } from '../canvas/ColourField.tsx'

interface Props {
  before: BrandColour | undefined
  save: (colour: BrandColour) => Promise<void>
  close: () => void
}
const first: BrandColour = { name: '', colour: '#c8281e' }
export function ColourModal({ before, save, close }: Props) {
  const { t } = useTranslation()
  const [{ name, colour }, setValue] = useState(before ?? first)
  const submit = async () => {
    if (name.trim() === '') return
    await save({ name: name.trim(), colour })
    close()
  }
  return (
    <FormModal
      title={t(before === undefined ? 'brand.addColour' : 'brand.editColour', { name: before?.name })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      unsaved={name !== (before?.name ?? '') || colour !== (before ?? first).colour}
    >
      <TextInput
        field="name"
        label={t('brand.name')}
        value={name}
        maxLength={60}
        onChange={(event) => setValue({ name: event.target.value, colour })}
        autoComplete="off"
        data-autofocus
      />
      <ColourField label={t('brand.colour')} value={colour} disabled={false} onChange={(next) => setValue({ name, colour: next })} />
    </FormModal>
  )
}
