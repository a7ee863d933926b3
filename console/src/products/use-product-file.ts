/** The file that is chosen in the dialog of product files: how it is read, what its check found, and what it changed. */
import { CallError } from '@endcap/contract/client'
import type { ResultOf } from '@endcap/contract/endpoint'
import type { ColumnMapping, FileColumns } from '@endcap/contract/file-columns'
import type { FileEncoding } from '@endcap/contract/file-encodings'
import type { FileCheck, productFiles } from '@endcap/contract/product-files'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useAliasLabel } from '../data/aliases.ts'
import { saveBlob } from '../data/save.ts'
import { languageNow } from '../form/file-reasons.ts'
import { useRefusal } from '../form/use-refusal.ts'
import { nameOfWrongLines } from './SaveWrongLines.tsx'

/** What an upload has changed. */
export type Applied = ResultOf<(typeof productFiles)['upload']>
/** A file as each of its calls sends it. */
interface Sent {
  body: { storeCode: string; encoding?: FileEncoding; columns?: ColumnMapping }
  file: { name: string; content: File }
}
/** In which encoding it is read, and what its columns mean; else both are found out. */
interface Way {
  as: FileEncoding | undefined
  by: ColumnMapping | undefined
}
/** What goes on, beside choosing. */
type Step = 'choose' | 'checking' | 'applying'

/** The file that is chosen, what its check found and what it changed. */
export function useProductFile(storeCode: string) {
  const { t } = useTranslation()
  const api = useApi()
  const [file, setFile] = useState<File>()
  const [step, setStep] = useState<Step>('choose')
  const [check, setCheck] = useState<FileCheck>()
  const [applied, setApplied] = useState<Applied>()
  const [encoding, setEncoding] = useState<FileEncoding>()
  /** The columns as they come, and what a person says that they mean, where the first line does not. */
  const [seen, setSeen] = useState<FileColumns>()
  const [mapping, setMapping] = useState<ColumnMapping>()
  const refusal = useRefusal(useAliasLabel())
  const [problem, setProblem] = useState<string>()

  function sent({ as, by }: Way = { as: encoding, by: mapping }): Sent {
    if (file === undefined) throw new Error(t('files.upload.choose'))
    const body = { storeCode, ...(as !== undefined && { encoding: as }), ...(by !== undefined && { columns: by }) }
    return { body, file: { name: file.name, content: file } }
  }
  async function send<Answer>(next: Step, call: (call: Sent) => Promise<Answer>, whole = sent()) {
    refusal.clear()
    setProblem(undefined)
    if (!/\.(csv|txt)$/i.test(whole.file.name)) throw new Error(t('files.upload.badFormat'))
    setStep(next)
    try {
      return await refusal.watch(() => call(whole))
    } finally {
      setStep('choose')
    }
  }
  async function look({ as, by }: Way = { as: encoding, by: mapping }) {
    const found = await send('checking', api.productFiles.check, sent({ as, by }))
    setCheck(found)
    const { columns } = found
    if (columns?.needed !== true) return
    setSeen(columns)
    setMapping(by ?? { hasHeader: columns.hasHeader, columns: columns.guess })
  }
  /** After a check: what it has told, or nothing. Where other prices have come in between, the review is shown anew. */
  async function apply(more: { reviewed?: string; applyGoodLines?: boolean }) {
    try {
      setApplied(
        await send('applying', ({ body, file: content }) => api.productFiles.upload({ body: { ...body, ...more }, file: content })),
      )
    } catch (error) {
      if (error instanceof CallError && error.answer.code === 'other-prices') await look()
      throw error
    }
  }
  const readings = check?.readings ?? refusal.readings
  /** Another encoding: the file is looked at once more, so that its lines can be compared. */
  async function choose(another: FileEncoding | undefined) {
    setEncoding(another)
    if (readings.length === 0) return
    setCheck(undefined)
    setMapping(undefined)
    try {
      await look({ as: another, by: undefined })
    } catch (error) {
      setProblem(errorText(error, t))
    }
  }
  const take = (chosen: File) => {
    setFile(chosen)
    setCheck(undefined)
    setMapping(undefined)
    setEncoding(undefined)
    refusal.clear()
    setProblem(undefined)
  }
  return {
    file,
    take,
    step,
    check,
    look,
    applied,
    apply,
    saveWrongLines: async () => {
      const { body, file: content } = sent()
      const list = await api.productFiles.wrongLines({ body: { ...body, language: languageNow() }, file: content })
      saveBlob(list, nameOfWrongLines(content.name))
    },
    applyUnchecked: () => void apply({}).catch((error: unknown) => setProblem(errorText(error, t))),
    encoding,
    readings,
    choose,
    seen,
    mapping,
    map: (next: ColumnMapping) => {
      setMapping(next)
      setCheck(undefined)
      refusal.clear()
      setProblem(undefined)
    },
    lines: refusal.lines,
    problem,
  }
}
