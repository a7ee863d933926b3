/** Whether the product that is still typed belongs to the list. */
import { useTranslation } from 'react-i18next'

export function AskLast({ question, onAnswer }: { question: string; onAnswer: (withCode: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <div className="msg" role="alertdialog" aria-label={question} style={{ margin: 0 }}>
      <span className="grow">{question}</span>
      <button type="button" className="btn" onClick={() => onAnswer(false)}>
        {t('common.no')}
      </button>
      <button type="button" className="btn pri" onClick={() => onAnswer(true)} autoFocus>
        {t('common.yes')}
      </button>
    </div>
  )
}
