/** The dialog of every CSV or TXT file that is taken in: all of it, or the lines that are wrong are named. */
import { CallError } from '@endcap/contract/client'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from './FileDrop.tsx'
import { FormModal } from './modal.tsx'
import { WrongLines } from './WrongLines.tsx'

interface Props<Result> {
  title: string
  submit: string
  /** What a line holds, in words. */
  hint?: ReactNode
  send: (file: { name: string; content: File }) => Promise<Result>
  /** What is said of a file that was taken in. */
  done: (result: Result) => ReactNode
  close: (changed: boolean) => void
}

export function FileModal<Result>({ title, submit, hint, send, done, close }: Props<Result>) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [result, setResult] = useState<Result>()
  const [errors, setErrors] = useState<string[]>([])
  return (
    <FormModal
      title={title}
      submit={submit}
      onSubmit={async () => {
        setErrors([])
        if (file === undefined) throw new Error(t('files.upload.choose'))
        if (!/\.(csv|txt)$/i.test(file.name)) throw new Error(t('files.upload.badFormat'))
        try {
          setResult(await send({ name: file.name, content: file }))
        } catch (error) {
          if (error instanceof CallError) setErrors(error.answer.error ?? [])
          throw error
        }
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
              setErrors([])
            }}
          />
          {hint}
        </>
      ) : (
        <p role="status" style={{ margin: 0 }}>
          {done(result)}
        </p>
      )}
      <WrongLines label={t('files.errors')} lines={errors} />
    </FormModal>
  )
}
