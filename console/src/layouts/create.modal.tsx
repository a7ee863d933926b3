/** A new drawing, empty or begun as a copy of another one; the designer opens with it. */
import { colourClasses, type ColourClass } from '@endcap/contract/colour-classes'
import type { Drawing } from '@endcap/contract/layout-drawings'
import { layoutIdForm } from '@endcap/contract/vocabulary'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLayoutIds, useModels, usePaperLayouts } from '../app/lists.ts'
import { paths } from '../app/paths.ts'
import { useApi, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { cardSize, nameOf, refusalOf } from '../ui/drawings.ts'
import { ScopeSelect, useDefaultScope } from './ScopeSelect.tsx'
import { Autocomplete } from '../form/Autocomplete.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'

/** Of the size field: a place on a display, whose pixels are typed. */
const ofCard = 'card'

interface Props {
  /** What is copied. */
  from?: Drawing
  close: () => void
}

export function CreateDrawing({ from, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { enableWholeStore } = useSession().user
  const defaultScope = useDefaultScope()
  const sizes = useSizes()
  const names = useLayoutIds()
  const [layoutId, setLayoutId] = useState(from?.layoutId ?? '')
  const { copied, size, width, height, modelClass, setSize, setWidth, setHeight, setModelClass, begin } = usePanel(from)
  const [scope, setScope] = useState(
    from === undefined || (from.storeCode === null && !enableWholeStore) ? defaultScope : (from.storeCode ?? ''),
  )
  const [wrong, setWrong] = useState<'layoutId' | 'size' | 'card'>()
  const refuse = (field: NonNullable<typeof wrong>) => {
    setWrong(field)
    document.getElementById(`create-${field}`)?.focus()
    return new Error(t(`layouts.create.wrong.${field}`))
  }
  const submit = async () => {
    setWrong(undefined)
    if (!layoutIdForm.test(layoutId.trim())) throw refuse('layoutId')
    if (size === '') throw refuse('size')
    const chosenSize = size === ofCard ? cardSize(width, height) : size
    if (chosenSize === undefined) throw refuse('card')
    const body = { layoutId: layoutId.trim(), size: chosenSize, modelClass, ...(scope !== '' && { storeCode: scope }) }
    try {
      const { drawingId } = await api.layouts.create({ body: { ...body, ...(copied !== undefined && { from: copied.drawingId }) } })
      await queries.invalidateQueries({ queryKey: ['layouts'] })
      close()
      void navigate({ to: paths.layoutDesigner(drawingId), search: {} })
    } catch (error) {
      throw refusalOf(error, t).error
    }
  }
  return (
    <FormModal
      title={from === undefined ? t('layouts.create.title') : t('layouts.copy.title', { name: nameOf(from) })}
      submit={t(from === undefined ? 'layouts.create.send' : 'layouts.copy.button')}
      onSubmit={submit}
      onClose={close}
      size="560px"
    >
      {copied !== undefined && <p className={helpers.aside}>{t('layouts.copy.text')}</p>}
      <div className={fieldGridStyles.fieldGrid}>
        <Autocomplete
          field="layoutId"
          id="create-layoutId"
          label={t('layouts.column.layoutId')}
          description={t('layouts.create.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={names}
          value={layoutId}
          error={wrong === 'layoutId'}
          maxLength={40}
          onChange={setLayoutId}
          withAsterisk
          data-autofocus
        />
        <Select
          field="size"
          id="create-size"
          label={t('layouts.column.size')}
          data={[
            { group: t('layouts.kind.tag'), items: sizes.tags },
            { group: t('layouts.kind.paper'), items: sizes.papers },
            { group: t('layouts.kind.card'), items: [{ value: ofCard, label: t('layouts.create.card') }] },
          ]}
          value={size === '' ? null : size}
          error={wrong === 'size'}
          onChange={(next) => setSize(next ?? '')}
          allowDeselect={false}
          withAsterisk
          searchable
        />
        {size === ofCard && <CardSize width={width} height={height} wrong={wrong === 'card'} onWidth={setWidth} onHeight={setHeight} />}
        <Select
          field="modelClass"
          label={t('layouts.column.modelClass')}
          description={t('layouts.create.coloursHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={colourClasses.map((value) => ({ value, label: t(`layouts.colours.${value}`) }))}
          value={modelClass}
          onChange={(next) => setModelClass(colourClasses.find((one) => one === next) ?? 'bw')}
          allowDeselect={false}
        />
        <ScopeSelect value={scope} onChange={setScope} />
        {from === undefined && <CopySource chosen={copied} onChoose={begin} />}
      </div>
    </FormModal>
  )
}

/** What is copied, and the panel that is drawn for. */
function usePanel(from: Drawing | undefined) {
  const [copied, setCopied] = useState(from)
  const [size, setSize] = useState(from === undefined ? '' : from.kind === 'card' ? ofCard : from.size)
  const [width, setWidth] = useState(from?.kind === 'card' ? String(from.width) : '')
  const [height, setHeight] = useState(from?.kind === 'card' ? String(from.height) : '')
  const [modelClass, setModelClass] = useState<ColourClass>(from?.modelClass ?? 'bw')
  /** Begins with what is copied: its size and colours, until others are chosen. */
  const begin = (source: Drawing | undefined) => {
    setCopied(source)
    if (source === undefined) return
    setSize(source.kind === 'card' ? ofCard : source.size)
    setWidth(source.kind === 'card' ? String(source.width) : '')
    setHeight(source.kind === 'card' ? String(source.height) : '')
    setModelClass(source.modelClass)
  }
  return { copied, size, width, height, modelClass, setSize, setWidth, setHeight, setModelClass, begin }
}

/** Drawings offered at once; a name narrows them. */
const offered = 50
/** What a new drawing begins with: nothing, or another one, found by its name. */
function CopySource({ chosen, onChoose }: { chosen: Drawing | undefined; onChoose: (source: Drawing | undefined) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [name = ''] = typed.trim().split(' ')
  const { data } = useQuery({
    queryKey: ['layouts', '', 'copy', name],
    queryFn: ({ signal }) =>
      api.layouts.search({ params: {}, body: { length: offered, ...(name !== '' && { search: { value: name } }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const drawings = [
    ...new Map([...(data?.data ?? []), ...(chosen === undefined ? [] : [chosen])].map((one) => [one.drawingId, one])).values(),
  ]
  return (
    <Select
      field="from"
      label={t('layouts.create.from')}
      placeholder={t('layouts.create.empty')}
      data={drawings.map((one) => ({ value: one.drawingId, label: nameOf(one) }))}
      value={chosen?.drawingId ?? null}
      onChange={(next) => onChoose(drawings.find(({ drawingId }) => drawingId === next))}
      onSearchChange={setTyped}
      searchable
      clearable
    />
  )
}

interface CardProps {
  width: string
  height: string
  wrong: boolean
  onWidth: (width: string) => void
  onHeight: (height: string) => void
}
/** How large a card is, millimetres. */
function CardSize({ width, height, wrong, onWidth, onHeight }: CardProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        id="create-card"
        label={t('layouts.create.width')}
        inputMode="numeric"
        value={width}
        error={wrong}
        onChange={(event) => onWidth(event.target.value)}
        autoComplete="off"
      />
      <TextInput
        label={t('layouts.create.height')}
        inputMode="numeric"
        value={height}
        error={wrong}
        onChange={(event) => onHeight(event.target.value)}
        autoComplete="off"
      />
    </>
  )
}

/** Panels of tags with their pixels, and sheets with their millimetres. */
function useSizes() {
  const { t } = useTranslation()
  const tags = new Map((useModels() ?? []).map(({ drawingSize, width, height }) => [drawingSize, { width, height }]))
  return {
    tags: [...tags].map(([value, { width, height }]) => ({
      value,
      label: value.includes('x') ? `${width} × ${height}` : `${value}″ · ${width} × ${height}`,
    })),
    papers: usePaperLayouts().map(({ name, width, height, perPage }) => ({
      value: name,
      label: t('layouts.create.paper', { name, width, height, count: perPage }),
    })),
  }
}
