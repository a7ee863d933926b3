/** Whether the product that is still typed belongs to the list. */
import { useTranslation } from 'react-i18next'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'

export function AskLast({ question, onAnswer }: { question: string; onAnswer: (withCode: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Message role="alertdialog" aria-label={question} style={{ margin: 0 }}>
      <span className={helpers.grow}>{question}</span>
      <Button onClick={() => onAnswer(false)}>{t('common.no')}</Button>
      <Button look="primary" onClick={() => onAnswer(true)} autoFocus>
        {t('common.yes')}
      </Button>
    </Message>
  )
}
