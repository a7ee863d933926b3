/** Secrets that are shown once: to be copied now, because they are not shown again. */
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCopied } from './copy.ts'
import { Button } from './Button.tsx'
import secretRevealStyles from './SecretReveal.module.css'

export function SecretReveal({ text, secrets }: { text: string; secrets: readonly string[] }) {
  const { t } = useTranslation()
  const [copied, copy] = useCopied(secrets.join('\n'))
  return (
    <div className={secretRevealStyles.reveal} role="status">
      <p>{text}</p>
      <ul>
        {secrets.map((secret) => (
          <li key={secret}>
            <code>{secret}</code>
          </li>
        ))}
      </ul>
      <Button onClick={copy}>
        {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
        {t(copied ? 'members.copied' : 'members.copy')}
      </Button>
    </div>
  )
}
