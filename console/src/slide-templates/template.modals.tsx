/** Makes templates, takes them out of files, and writes them into files (specification 3 §2, §5). */
import { CallError } from '@endcap/contract/client'
import type { SlideTemplateRow } from '@endcap/contract/slide-templates'
import { templateSizeNames, templateSizes, type TemplateSize } from '@endcap/signage/models'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { useStoreCode } from '../app/route.ts'
import type { ActionProps } from '../table/spec.ts'
import { notifyDone } from '../ui/notify.ts'
import { readReplacement, readTemplates, templateFileMaxBytes, writeTemplates } from './template-file.ts'
import { Hint } from '../ui/Hint.tsx'
import { Select } from '../form/Select.tsx'
import helpers from '../ui/helpers.module.css'

/** Asks for the size; the name is typed in the editor (specification 3 §2). */
export function CreateTemplate({ close }: ActionProps<SlideTemplateRow>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const storeCode = useStoreCode()
  const [size, setSize] = useState<TemplateSize>('23.1')
  const submit = async () => {
    close(false)
    await navigate({ to: paths.templateShow({ storeCode, templateId: 'new', mode: 'new', size }), search: {} })
  }
  return (
    <FormModal
      title={t('slideTemplates.action.create')}
      submit={t('slideTemplates.createIt')}
      onSubmit={submit}
      onClose={() => close(false)}
    >
      <Select
        label={t('slideTemplates.column.size')}
        data={templateSizeNames.map((one) => ({
          value: one,
          label: t('slideTemplates.sizeOf', { size: one, ...templateSizes[one] }),
        }))}
        value={size}
        onChange={(chosen) => setSize(templateSizeNames.find((one) => one === chosen) ?? size)}
        allowDeselect={false}
      />
    </FormModal>
  )
}

async function textOf(file: File | undefined): Promise<string> {
  return file === undefined || file.size > templateFileMaxBytes ? '' : file.text()
}

export function ImportTemplates({ close }: ActionProps<SlideTemplateRow>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [file, setFile] = useState<File>()
  /** Names that are taken, after it was said that they are. */
  const [taken, setTaken] = useState<readonly string[]>([])
  const submit = async () => {
    const templates = readTemplates(await textOf(file))
    if (templates === undefined) throw new Error(t('slideTemplates.badFile'))
    try {
      // All of them or none: who cancels, or has one that is refused, has changed nothing.
      await api.slideTemplates.import({ params: { storeCode }, body: { templates, overwrite: [...taken] } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { code, error: names = [], values } = error.answer
      if (code === 'template-exists') return setTaken([...taken, ...names])
      throw typeof values?.template === 'string' ? new Error(`${values.template}: ${errorText(error, t)}`, { cause: error }) : error
    }
    void notifyDone(t, t('state.done.saved', { name: file?.name ?? '' }))
    close(true)
    return undefined
  }
  return (
    <FormModal
      title={t('slideTemplates.action.import')}
      submit={t(taken.length === 0 ? 'slideTemplates.importIt' : 'slideTemplates.overwrite')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={file === undefined}
    >
      {taken.length === 0 ? (
        <>
          <TemplateDrop onFile={setFile} />
          <Hint>{t('slideTemplates.fileHint')}</Hint>
        </>
      ) : (
        <p className={helpers.aside}>{t('slideTemplates.clash', { names: taken.join(', ') })}</p>
      )}
    </FormModal>
  )
}

/** Takes a file of templates. */
function TemplateDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation()
  const otherKind = t('slideTemplates.badFile')
  return (
    <FileDrop text={t('slideTemplates.drop')} choose={t('slideTemplates.choose')} onFile={onFile} accept=".json" otherKind={otherKind} />
  )
}

export function ReplaceTemplate({ row, close }: { row: SlideTemplateRow; close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [file, setFile] = useState<File>()
  const submit = async () => {
    const body = readReplacement(await textOf(file))
    if (body === undefined) throw new Error(t('slideTemplates.badFile'))
    await api.slideTemplates.save({ params: { storeCode, templateName: row._id }, body })
    void notifyDone(t, t('state.done.saved', { name: row._id }))
    close(true)
  }
  return (
    <FormModal
      title={t('slideTemplates.replaceOne', { name: row._id })}
      submit={t('slideTemplates.replaceIt')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={file === undefined}
    >
      <TemplateDrop onFile={setFile} />
      {row.devices > 0 && <p className={helpers.aside}>{t('slideTemplates.follow', { count: row.devices })}</p>}
    </FormModal>
  )
}

/** Writes templates into one file. */
export function useExport(storeCode: string) {
  const api = useApi()
  return async (rows: readonly SlideTemplateRow[]) => {
    const templates = []
    for (const { _id } of rows) templates.push(await api.slideTemplates.read({ params: { storeCode, templateName: _id } }))
    const { name, text } = writeTemplates(templates)
    saveBlob(new Blob([text], { type: 'application/json' }), name)
  }
}

export function ExportTemplates({ rows, close }: ActionProps<SlideTemplateRow>) {
  const { t } = useTranslation()
  const save = useExport(useStoreCode())
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    await save(rows)
    close(false)
  }
  return (
    <FormModal
      title={t('slideTemplates.action.export')}
      submit={t('slideTemplates.exportIt')}
      onSubmit={submit}
      onClose={() => close(false)}
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t('slideTemplates.exportText', { names: rows.map(({ _id }) => _id).join(', ') })}
      </p>
    </FormModal>
  )
}
