/** Uploads a product file: first a dry run tells what it would do; then it is applied, or it is applied without that. */
import type { FileCheck } from '@endcap/contract/product-files'
import type { Product } from '@endcap/contract/products'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useStoreCode } from '../app/route.ts'
import { EncodingChoice } from '../form/EncodingChoice.tsx'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { usePriceTicks } from '../form/use-price-ticks.ts'
import { sayLines } from '../form/file-reasons.ts'
import { Rest } from '../form/Rest.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { SaveWrongLines } from './SaveWrongLines.tsx'
import { useProductFile, type Applied } from './use-product-file.ts'
import type { ActionProps } from '../table/spec.ts'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { ColumnChoice, faultOf } from './ColumnChoice.tsx'
import { FileCheckResult } from './FileCheckResult.tsx'
import { KnownColumns } from './KnownColumns.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './file-check.module.css'

export function UploadModal({ close }: ActionProps<Product>) {
  const { t } = useTranslation()
  const storeCode = useStoreCode()
  const { file, take, step, check, applied, encoding, seen, mapping, ...upload } = useProductFile(storeCode)
  const aliases = useAliases()
  const labelOf = useAliasLabel()
  // What its columns mean comes first.
  const checked = check !== undefined && check.columns?.needed !== true
  const fault = mapping === undefined ? undefined : faultOf(mapping, aliases.find((alias) => alias.key)?.name)
  // For this check alone: another one has other wrong lines.
  const [goodOf, setGoodOf] = useState<FileCheck>()
  const goodLines = checked && goodOf === check
  const refused = checked && check.errorCount > 0 && !goodLines
  const ticks = usePriceTicks(refused || !checked ? undefined : check)
  const save = <SaveWrongLines save={upload.saveWrongLines} />
  return (
    <FormModal
      title={t('files.upload.title')}
      submit={t(!checked ? 'files.check.check' : goodLines ? 'files.check.applyGood' : 'files.check.apply')}
      onSubmit={
        checked ? () => upload.apply({ reviewed: check.reviewed, ...(goodLines && { applyGoodLines: true }) }) : () => upload.look()
      }
      onClose={() => close(applied !== undefined)}
      size="720px"
      tall
      disabled={file === undefined || refused}
      why={fault === undefined ? ticks.why : t(`files.mapping.${fault.word}`, { name: labelOf(fault.name) })}
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
          {seen !== undefined && mapping !== undefined && (
            <ColumnChoice seen={seen} chosen={mapping} onChoose={upload.map} disabled={step !== 'choose'} />
          )}
          {step === 'checking' && <Checking />}
          {step === 'applying' && (
            <p role="status" style={{ margin: 0 }}>
              {t('files.upload.uploading')}
            </p>
          )}
          {checked && step === 'choose' && (
            <FileCheckResult
              check={check}
              ticks={ticks}
              wrongLines={save}
              goodLines={goodLines}
              onGoodLines={(chosen) => setGoodOf(chosen ? check : undefined)}
            />
          )}
          {file === undefined && <KnownColumns storeCode={storeCode} />}
          {!checked && step === 'choose' && mapping === undefined && (
            <Unchecked disabled={file === undefined} onApply={upload.applyUnchecked} />
          )}
        </>
      ) : (
        <Outcome applied={applied} storeCode={storeCode} wrongLines={save} />
      )}
      <WrongLines label={t('files.errors')} lines={upload.lines} />
      {upload.lines.length > 0 && save}
    </FormModal>
  )
}

/** What the file changed, and the task that brings it to the labels. */
function Outcome({ applied, storeCode, wrongLines }: { applied: Applied; storeCode: string; wrongLines: ReactNode }) {
  const { t } = useTranslation()
  const labelOf = useAliasLabel()
  const { leftOutCount: count, error, reasons } = applied
  return (
    <>
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
        )}{' '}
        {count > 0 && t('files.wrongLines.leftOut', { count })}
      </p>
      {count > 0 && (
        <>
          <WrongLines label={t('files.errors')} lines={sayLines(error, reasons, { labelOf })} />
          <Rest shown={error.length} of={count} />
          {wrongLines}
        </>
      )}
    </>
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
