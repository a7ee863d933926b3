/** Tries the script as it stands in the editor on sample data; nothing is saved and nothing is changed. */
import { defaultScope, maxSample, type ScriptKind, type Trial as Result } from '@endcap/contract/scripts'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useModels } from '../app/lists.ts'
import { errorText, useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import type { Mark } from './CodeEditor.tsx'
import { kinds } from './kinds.ts'
import { TrialResult } from './TrialResult.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { NumberInput } from '../form/NumberInput.tsx'
import { Select } from '../form/Select.tsx'
import { StoreField } from '../form/StoreField.tsx'
import { TextInput } from '../form/TextInput.tsx'
import flashStyles from '../ui/flash.module.css'
import styles from './scripts.module.css'

interface Props {
  kind: ScriptKind
  storeCode: string
  code: string
  mayRun: boolean
  onMarks: (marks: readonly Mark[]) => void
  onJump: (line: number) => void
}

/** base64 of a file. */
async function encoded(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}

export function Trial({ kind, storeCode, code, mayRun, onMarks, onJump }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { sample } = kinds[kind]
  const [file, setFile] = useState<File>()
  const [store, setStore] = useState<string | null>(storeCode === defaultScope ? null : storeCode)
  const [text, setText] = useState('')
  const [tagType, setTagType] = useState<string | null>(null)
  const [width, setWidth] = useState<number | string>(1920)
  const [height, setHeight] = useState<number | string>(158)
  const [login, setLogin] = useState({ email: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<Result>()

  async function bodyOf() {
    if (sample === 'login') return { code, login }
    if (sample === 'file') {
      if (file === undefined) throw new Error(t('scripts.try.noFile'))
      if (file.size > maxSample) throw new Error(t('scripts.try.largeFile', { megabytes: maxSample / 1_000_000 }))
      return { code, file: { name: file.name, content: await encoded(file) } }
    }
    if (store === null) throw new Error(t('scripts.try.noStore'))
    const named = text.trim()
    const isTag = sample === 'tag' && /^[0-9A-Fa-f]{16}$/.test(named.replaceAll(/[:-]/g, ''))
    const which = named === '' ? {} : isTag ? { tagMac: named } : { prCode: named }
    const device = { name: t('scripts.try.sampleDevice'), model: '', width: Number(width), height: Number(height) }
    return { code, sample: { storeCode: store, ...which, ...(sample === 'device' ? { device } : tagType !== null && { tagType }) } }
  }
  const run = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    setResult(undefined)
    bodyOf()
      .then((body) => api.scripts.try({ params: { script: kind, storeCode }, body }))
      .then((answer) => {
        setResult(answer)
        onMarks(marksOf(answer))
      })
      .catch((error: unknown) => setProblem(errorText(error, t)))
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.scriptTrial} data-part="script-trial">
      <form onSubmit={run}>
        {sample === 'file' && <FileDrop text={t('scripts.try.file')} choose={t('scripts.try.chooseFile')} onFile={setFile} accept="" />}
        {(sample === 'tag' || sample === 'device') && storeCode === defaultScope && (
          <StoreField label={t('scripts.try.store')} value={store} onChange={setStore} />
        )}
        {sample === 'tag' && <TagFields text={text} tagType={tagType} onText={setText} onTagType={setTagType} />}
        {sample === 'device' && (
          <>
            <p className={styles.scriptHint}>{t('scripts.try.noDevices')}</p>
            <TextInput
              label={t('scripts.try.product')}
              description={t('scripts.try.productHint')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <div className={styles.scriptPair}>
              <NumberInput label={t('scripts.try.width')} value={width} onChange={setWidth} min={1} max={20_000} hideControls />
              <NumberInput label={t('scripts.try.height')} value={height} onChange={setHeight} min={1} max={20_000} hideControls />
            </div>
          </>
        )}
        {sample === 'login' && <LoginFields login={login} onChange={setLogin} />}
        <Button type="submit" look="primary" disabled={busy || !mayRun || code.trim() === ''} aria-busy={busy}>
          {t(busy ? 'scripts.try.running' : 'scripts.try.run')}
        </Button>
      </form>
      {problem !== undefined && (
        <Message className={flashStyles.flashBad} role="alert">
          {problem}
        </Message>
      )}
      {result !== undefined && <TrialResult result={result} onJump={onJump} />}
    </div>
  )
}

interface TagProps {
  text: string
  tagType: string | null
  onText: (text: string) => void
  onTagType: (tagType: string | null) => void
}
/** A label or a product, and the kind of label. */
function TagFields({ text, tagType, onText, onTagType }: TagProps) {
  const { t } = useTranslation()
  const models = useModels()
  return (
    <>
      <TextInput
        label={t('scripts.try.tag')}
        description={t('scripts.try.tagHint')}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Select
        label={t('scripts.try.model')}
        placeholder={t('scripts.try.anyModel')}
        data={models?.map((model) => ({ value: model.tagType, label: `${model.name} · ${model.tagType}` })) ?? []}
        value={tagType}
        onChange={onTagType}
        clearable
        searchable
      />
    </>
  )
}

interface Login {
  email: string
  password: string
}
/** Who tries to sign in. */
function LoginFields({ login, onChange }: { login: Login; onChange: (login: Login) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.scriptHint}>{t('scripts.try.reallyAsked')}</p>
      <TextInput
        label={t('scripts.try.email')}
        value={login.email}
        onChange={(event) => onChange({ ...login, email: event.currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label={t('scripts.try.password')}
        type="password"
        value={login.password}
        onChange={(event) => onChange({ ...login, password: event.currentTarget.value })}
        autoComplete="off"
      />
    </>
  )
}

/** Lines of the script at which something went wrong. */
function marksOf({ fault, file, products }: Result): Mark[] {
  const lines = new Map<number, string>()
  const note = (line: number | null, message: string) => {
    if (line !== null && !lines.has(line)) lines.set(line, message)
  }
  if (fault !== null) note(fault.line, `${fault.type}: ${fault.message}`)
  for (const { line, message, row } of file?.errors ?? []) note(line, `${row}: ${message}`)
  for (const product of products ?? [])
    if (product.fault !== null) note(product.fault.line, `${product.fault.type}: ${product.fault.message}`)
  return [...lines].map(([line, message]) => ({ line, message }))
}
