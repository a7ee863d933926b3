/** Uploads a product file: first a dry run tells what it would do; then it is applied, or it is applied without that. */
import type { FileEncoding } from '@endcap/contract/file-encodings'
import type { FileCheck } from '@endcap/contract/product-files'
import type { Product } from '@endcap/contract/products'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import { EncodingChoice } from '../form/EncodingChoice.tsx'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { usePriceTicks } from '../form/use-price-ticks.ts'
import { useRefusal } from '../form/use-refusal.ts'
import { WrongLines } from '../form/WrongLines.tsx'
import type { ActionProps } from '../table/spec.ts'
import { FileCheckResult } from './FileCheckResult.tsx'
import { KnownColumns } from './KnownColumns.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './file-check.module.css'

interface Applied {
  dataCount: number
  changed: number
  unchanged: number
  tagCount: number
  taskId: string | null
}
/** What goes on, beside choosing. */
type Step = 'choose' | 'checking' | 'applying'

/** The file that is chosen, what its check found and what it changed. */
function useProductFile(storeCode: string) {
  const { t } = useTranslation()
  const api = useApi()
  const [file, setFile] = useState<File>()
  const [step, setStep] = useState<Step>('choose')
  const [check, setCheck] = useState<FileCheck>()
  const [applied, setApplied] = useState<Applied>()
  const [encoding, setEncoding] = useState<FileEncoding>()
  const refusal = useRefusal()
  const [problem, setProblem] = useState<string>()

  async function send<Answer>(
    next: Step,
    call: (call: { body: { storeCode: string; encoding?: FileEncoding }; file: { name: string; content: File } }) => Promise<Answer>,
    as = encoding,
  ) {
    refusal.clear()
    setProblem(undefined)
    if (file === undefined) throw new Error(t('files.upload.choose'))
    if (!/\.(csv|txt)$/i.test(file.name)) throw new Error(t('files.upload.badFormat'))
    setStep(next)
    try {
      const body = { storeCode, ...(as !== undefined && { encoding: as }) }
      return await refusal.watch(() => call({ body, file: { name: file.name, content: file } }))
    } finally {
      setStep('choose')
    }
  }
  const apply = async () => setApplied(await send('applying', api.productFiles.upload))
  const readings = check?.readings ?? refusal.readings
  /** Another encoding: the file is looked at once more, so that its lines can be compared. */
  async function choose(another: FileEncoding | undefined) {
    setEncoding(another)
    if (readings.length === 0) return
    setCheck(undefined)
    try {
      setCheck(await send('checking', api.productFiles.check, another))
    } catch (error) {
      setProblem(errorText(error, t))
    }
  }
  const take = (chosen: File) => {
    setFile(chosen)
    setCheck(undefined)
    setEncoding(undefined)
    refusal.clear()
    setProblem(undefined)
  }
  return {
    file,
    take,
    step,
    check,
    look: async () => setCheck(await send('checking', api.productFiles.check)),
    applied,
    apply,
    applyUnchecked: () => void apply().catch((error: unknown) => setProblem(errorText(error, t))),
    encoding,
    readings,
    choose,
    lines: refusal.lines,
    problem,
  }
}

export function UploadModal({ close }: ActionProps<Product>) {
  const { t } = useTranslation()
  const storeCode = useStoreCode()
  const { file, take, step, check, applied, encoding, ...upload } = useProductFile(storeCode)
  const checked = check !== undefined
  const refused = checked && check.errorCount > 0
  const ticks = usePriceTicks(refused ? undefined : check)
  return (
    <FormModal
      title={t('files.upload.title')}
      submit={t(checked ? 'files.check.apply' : 'files.check.check')}
      onSubmit={checked ? upload.apply : upload.look}
      onClose={() => close(applied !== undefined)}
      size="720px"
      tall
      disabled={file === undefined || refused}
      why={ticks.why}
      readOnly={applied !== undefined}
      busy={step !== 'choose'}
      problem={upload.problem}
    >
      {applied === undefined ? (
        <>
          <FileDrop text={t('files.upload.drop')} choose={t('files.upload.choose')} onFile={take} />
          {file !== undefined && (
            <EncodingChoice
              chosen={encoding}
              readings={upload.readings}
              onChoose={(another) => void upload.choose(another)}
              disabled={step !== 'choose'}
            />
          )}
          {step === 'checking' && <Checking />}
          {step === 'applying' && (
            <p role="status" style={{ margin: 0 }}>
              {t('files.upload.uploading')}
            </p>
          )}
          {checked && step === 'choose' && <FileCheckResult check={check} ticks={ticks} />}
          {file === undefined && <KnownColumns storeCode={storeCode} />}
          {!checked && step === 'choose' && <Unchecked disabled={file === undefined} onApply={upload.applyUnchecked} />}
        </>
      ) : (
        <Outcome applied={applied} storeCode={storeCode} />
      )}
      <WrongLines label={t('files.errors')} lines={upload.lines} />
    </FormModal>
  )
}

/** What the file changed, and the task that brings it to the labels. */
function Outcome({ applied, storeCode }: { applied: Applied; storeCode: string }) {
  const { t } = useTranslation()
  return (
    <p role="status" style={{ margin: 0 }}>
      {t('files.upload.done', {
        rows: applied.dataCount,
        changed: applied.changed,
        unchanged: applied.unchanged,
        labels: applied.tagCount,
      })}{' '}
      {applied.taskId !== null && (
        <Link to={paths.task(storeCode, applied.taskId, 'UPDATE')} search={{}}>
          {t('files.task')}
        </Link>
      )}
    </p>
  )
}

/** The file without a look at it first. */
function Unchecked({ disabled, onApply }: { disabled: boolean; onApply: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.fileApply}>
      <Hint>{t('files.check.hint')}</Hint>
      <Button look="ghost" disabled={disabled} onClick={onApply}>
        {t('files.check.applyUnchecked')}
      </Button>
    </div>
  )
}

/** How long it has been at it: many labels take their time. */
function Checking() {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p style={{ margin: 0 }}>
      <span role="status">{t('files.check.running')}</span> {seconds > 1 && t('files.check.elapsed', { count: seconds })}
    </p>
  )
}
