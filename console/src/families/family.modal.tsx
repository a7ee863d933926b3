/** A family: created, changed, or only looked at (specification 2 §2, §5). */
import { isNfcAddress } from '@endcap/contract/nfc'
import { hidesNfc } from '@endcap/contract/vocabulary'
import { CallError } from '@endcap/contract/client'
import type { Family } from '@endcap/contract/families'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayoutIds } from '../app/lists.ts'
import { useApi, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Select } from '../form/Select.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { LabelPreview } from '../ui/LabelPreview.tsx'
import type { ActionProps } from '../table/spec.ts'
import { splitCodes } from '../form/codes.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { notifyAbout } from '../ui/notify.ts'
import dialogStyles from '../form/dialog.module.css'
import productFormStyles from '../form/product-form.module.css'
import helpers from '../ui/helpers.module.css'

/** The places of a family that are taken. */
export const productsOf = (family: Pick<Family, 'prCodeList'> | undefined): string[] => family?.prCodeList.filter(Boolean) ?? []
/** What a new family is drawn with until another layout is chosen. */
const defaultLayout = 'MULTI'

export function CreateFamilyModal({ close }: ActionProps<Family>) {
  return <FamilyModal close={close} />
}

interface Props {
  /** None for a new one. */
  family?: Family
  readOnly?: boolean
  close: (changed: boolean) => void
}

export function FamilyModal({ family, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCodeIfAny()
  const { site, familyProductItemCount: places } = useSession().user.systemConfig
  const [code, setCode] = useState(family?.fmPrCode ?? '')
  const [products, setProducts] = useState(productsOf(family).join('\n'))
  const [layoutId, setLayoutId] = useState<string | null>(family?.layoutId ?? defaultLayout)
  const [nfc, setNfc] = useState(family?.nfc ?? '')
  /** A family of that code is there: sent again, it is changed. */
  const [known, setKnown] = useState<Family>()
  const layoutIds = useLayoutIds()
  const codes = splitCodes(products)

  const { ownOf, now } = useOwnFamily(storeCode, family)
  const submit = async () => {
    const fmPrCode = code.trim()
    if (fmPrCode === '') throw new Error(t('families.enterFamily'))
    if (codes.length === 0) throw new Error(t('families.enterProduct'))
    if (layoutId === null) throw new Error(t('families.enterLayout'))
    if (!isNfcAddress(nfc)) throw new Error(t('error.nfc-address'))
    if (family === undefined && known?.fmPrCode !== fmPrCode) {
      const found = await ownOf(fmPrCode)
      setKnown(found)
      if (found !== undefined) throw new Error(t('families.exists'))
    }
    const padded = Array.from({ length: places }, (_, place) => codes[place] ?? '')
    const { taskId, tagCount } = await api.families.save({
      body: { taskId: -1, priorTaskId: -1, storeCode, productList: [{ fmPrCode, prCodeList: padded, layoutId, nfc: nfc.trim() || null }] },
    })
    void notifyAbout(
      taskId === null ? t('common.complete') : t('families.saved', { count: tagCount }),
      t('state.done.saved', { name: fmPrCode }),
    )
    void queries.invalidateQueries({ queryKey: ['products', storeCode] })
    close(true)
  }
  const shown = (now ?? family ?? known)?.tagCount ?? 0
  const placed = codes.slice(0, places)
  const isChanged = code !== (family?.fmPrCode ?? '') || placed.join() !== productsOf(family).join() || nfc !== (family?.nfc ?? '')
  return (
    <FormModal
      title={family === undefined ? t('families.action.create') : t(readOnly ? 'families.view' : 'families.edit', { id: family.fmPrCode })}
      submit={known === undefined ? t('common.save') : t('families.update')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="900px"
      readOnly={readOnly}
      unsaved={!readOnly && isChanged}
    >
      <div className={productFormStyles.productForm}>
        <div className={dialogStyles.form}>
          <TextInput
            field="fmPrCode"
            label={t('families.column.fmPrCode')}
            classNames={{ input: helpers.mono }}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setKnown(undefined)
            }}
            readOnly={family !== undefined}
            data-autofocus={family === undefined ? true : undefined}
            autoComplete="off"
          />
          <ProductCodes
            text={products}
            codes={codes}
            places={places}
            readOnly={readOnly}
            hasFocus={family !== undefined}
            onChange={setProducts}
          />
          <Select
            field="layoutId"
            label={t('families.column.layoutId')}
            data={layoutIds}
            value={layoutId}
            onChange={setLayoutId}
            readOnly={readOnly}
            searchable
          />
          {!hidesNfc(site) && <NfcField nfc={nfc} readOnly={readOnly} onChange={setNfc} />}
          {shown > 0 && !readOnly && <p>{t('families.follow', { count: shown })}</p>}
        </div>
        <LabelPreview
          label={placed.length === 0 ? undefined : { storeCode, prCodeList: placed, layoutId: layoutId ?? '' }}
          draw={api.families.preview}
          alt={t('families.preview.of', { id: code.trim() })}
          missing={t('families.preview.noCode')}
        />
      </div>
    </FormModal>
  )
}

/** What finds the family of a code that is the store's own, not one that all stores share; and the one that is open, as it is by now. */
function useOwnFamily(storeCode: string, family: Family | undefined) {
  const api = useApi()
  const ownOf = async (fmPrCode: string): Promise<Family | undefined> => {
    try {
      const found = await api.families.get({ params: { familyCode: fmPrCode, storeCodeOrShared: storeCode } })
      return found.storeCode === storeCode ? found : undefined
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return undefined
      throw error
    }
  }
  const { data: now } = useQuery({
    queryKey: ['products', storeCode, 'family', family?.fmPrCode],
    queryFn: () => ownOf(family?.fmPrCode ?? ''),
    enabled: family !== undefined,
  })
  return { ownOf, now }
}

interface CodesProps {
  /** As it is typed in, and the codes that it holds. */
  text: string
  codes: readonly string[]
  /** Products that a family can have. */
  places: number
  readOnly: boolean
  /** It is what is typed into first. */
  hasFocus: boolean
  onChange: (text: string) => void
}
/** The codes of a family's products, and how many of its places they take. */
function ProductCodes({ text, codes, places, readOnly, hasFocus, onChange }: CodesProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      field="prCodeList"
      label={t('families.products')}
      description={t('families.places', { used: Math.min(codes.length, places), places })}
      error={codes.length > places && t('families.tooMany', { cut: codes.slice(places).join(', ') })}
      classNames={{ input: helpers.mono }}
      autosize
      minRows={4}
      maxRows={10}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      readOnly={readOnly}
      data-autofocus={hasFocus ? true : undefined}
    />
  )
}

interface NfcProps {
  nfc: string
  readOnly: boolean
  onChange: (nfc: string) => void
}
/** The address that a phone opens at the label. */
function NfcField({ nfc, readOnly, onChange }: NfcProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      field="nfc"
      label={t('families.column.nfc')}
      value={nfc}
      onChange={(event) => onChange(event.target.value)}
      readOnly={readOnly}
      autoComplete="off"
    />
  )
}
