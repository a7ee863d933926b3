/** Secrets that are shown once: to be copied now, because nobody can see them again. */
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/members.css'
import { copyText } from '../ui/copy.ts'

const shownMs = 2000

export function Once({ text, secrets }: { text: string; secrets: readonly string[] }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(secrets.join('\n')))) return
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <div className="once" role="status">
      <p>{text}</p>
      <ul>
        {secrets.map((secret) => (
          <li key={secret}>
            <code>{secret}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="btn" onClick={() => void copy()}>
        {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
        {t(copied ? 'members.copied' : 'members.copy')}
      </button>
    </div>
  )
}
