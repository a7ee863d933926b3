/** What is put on a slide: a file of the store, an address, or a place for a product. */
import { mediaMaxBytes, type MediaKind, type MediaFile } from '@endcap/contract/media'
import type { DrawnLooks } from '@endcap/signage/drawn'
import { slotsOf } from '@endcap/signage/models'
import { webAddress, type SlideObject } from '@endcap/signage/shows'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../app/services.ts'
import { sendFile } from '../data/send.ts'
import { FormModal } from '../form/modal.tsx'
import { accepts, UploadHere } from '../media/index.ts'
import { Message } from '../ui/Message.tsx'
import { Thumb } from '../ui/Thumb.tsx'
import { useStage } from './stage.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import styles from './slide-editor.module.css'

export type Picked = Pick<SlideObject, 'type' | 'id' | keyof DrawnLooks> & { file?: MediaFile }
interface Props {
  pick: (picked: Picked) => void
  close: () => void
}

export function PickFile({ kind, pick, close }: Props & { kind: MediaKind }) {
  const { t } = useTranslation()
  const services = useServices()
  const { storeCode, files } = useStage()
  const [term, setTerm] = useState('')
  const all = [...(files?.values() ?? [])].filter((file) => file.kind === kind)
  const shown = all.filter(({ name }) => name.toLowerCase().includes(term.trim().toLowerCase()))
  return (
    <Modal opened onClose={close} title={t(`slideEditor.add.${kind}`)} size="760px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      {all.length === 0 ? (
        // Specification 3 §5, word for word.
        <Message role="alert" style={{ margin: 0 }}>
          {t(`slideEditor.none.${kind}`)}
        </Message>
      ) : (
        <TextInput
          className={styles.pickSearch}
          aria-label={t('slideEditor.search')}
          placeholder={t('slideEditor.search')}
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <ul className={styles.pickFiles}>
        {shown.map((file) => (
          <li key={file._id}>
            <button
              type="button"
              aria-disabled={!file.playable || undefined}
              onClick={() => file.playable && pick({ type: kind, id: file._id, file })}
            >
              <Thumb storeCode={storeCode} file={file} />
              <b>{file.name}</b>
              <small>{file.playable ? (file.width === null ? ' ' : `${file.width} × ${file.height ?? 0}`) : t('common.unplayable')}</small>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && all.length > 0 && <Hint role="status">{t('common.nothingFound')}</Hint>}
      <UploadHere
        text={t(`media.upload.here.${kind}`)}
        accept={accepts[kind]}
        single
        maxBytes={() => mediaMaxBytes[kind]}
        send={(file, how) => sendFile(services, { storeCode, kind, file, ...how })}
        onTaken={async ({ _id: id }, signal) => {
          const { fileList } = await services.api.media.list({ params: { storeCode, mediaFileKind: kind } }, { signal })
          const file = fileList.find((one) => one._id === id)
          if (file?.playable === true) pick({ type: kind, id, file })
        }}
      />
    </Modal>
  )
}

export function PickAddress({ pick, close }: Props) {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const submit = async () => {
    const id = webAddress(address)
    if (!URL.canParse(id)) throw new Error(t('slideEditor.noAddress'))
    pick({ type: 'webpage', id })
  }
  return (
    <FormModal title={t('slideEditor.add.webpage')} submit={t('slideEditor.addIt')} onSubmit={submit} onClose={close}>
      <TextInput
        label={t('slideEditor.address')}
        placeholder="http://"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Hint>{t('slideEditor.addressHint')}</Hint>
    </FormModal>
  )
}

export function PickSlot({ taken, pick, close }: Props & { taken: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const { screen } = useStage()
  return (
    <Modal opened onClose={close} title={t('slideEditor.add.product')} size="560px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Hint style={{ marginTop: 0 }}>{t('slideEditor.slot.text', { count: slotsOf(screen.width) })}</Hint>
      <div className={styles.pickSlots}>
        {slotIds(screen.width).map((id) => (
          <Button
            key={id}

            data-taken={taken.has(id) || undefined}
            aria-label={t(taken.has(id) ? 'slideEditor.slot.taken' : 'slideEditor.slot.of', { slot: id })}
            onClick={() => pick({ type: 'product', id })}
          >
            {id}
          </Button>
        ))}
      </div>
    </Modal>
  )
}
/** The numbers of the places for products. */
export const slotIds = (screenWidth: number): string[] => Array.from({ length: slotsOf(screenWidth) }, (_, at) => String(at + 1))
