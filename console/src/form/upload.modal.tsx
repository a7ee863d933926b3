/** The dialog of every CSV or TXT file that is taken in: all of it, or the lines that are wrong are named. */
import type { FileEncoding } from '@endcap/contract/file-encodings'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EncodingChoice } from './EncodingChoice.tsx'
import { FileDrop } from './FileDrop.tsx'
import { FormModal } from './modal.tsx'
import { useRefusal } from './use-refusal.ts'
import { WrongLines } from './WrongLines.tsx'

interface Props<Result> {
  title: string
  submit: string
  /** What a line holds, in words. */
  hint?: ReactNode
  send: (file: { name: string; content: File }, encoding: { encoding?: FileEncoding }) => Promise<Result>
  /** What is said of a file that was taken in. */
  done: (result: Result) => ReactNode
  close: (changed: boolean) => void
}

export function FileModal<Result>({ title, submit, hint, send, done, close }: Props<Result>) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Result>()
  const [encoding, setEncoding] = useState<FileEncoding>()
  const refusal = useRefusal()
  return (
    <FormModal
      title={title}
      submit={submit}
      onSubmit={async () => {
        if (file === undefined) throw new Error(t('files.upload.choose'))
        if (!/\.(csv|txt)$/i.test(file.name)) throw new Error(t('files.upload.badFormat'))
        setResult(await refusal.watch(() => send({ name: file.name, content: file }, encoding === undefined ? {} : { encoding })))
      }}
      onClose={() => close(result !== undefined)}
      size="560px"
      disabled={file === undefined || result !== undefined}
    >
      {result === undefined ? (
        <>
          <FileDrop
            text={t('files.upload.drop')}
            choose={t('files.upload.choose')}
            onFile={(chosen) => {
              setFile(chosen)
              setEncoding(undefined)
              refusal.clear()
            }}
          />
          {file !== undefined && <EncodingChoice chosen={encoding} readings={refusal.readings} onChoose={setEncoding} />}
          {hint}
        </>
      ) : (
        <p role="status" style={{ margin: 0 }}>
          {done(result)}
        </p>
      )}
      <WrongLines label={t('files.errors')} lines={refusal.lines} />
    </FormModal>
  )
}
