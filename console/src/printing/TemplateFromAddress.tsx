/** An address may name a template: an empty list becomes it; one that is not empty is only replaced when that is wanted. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import type { PrintList } from './list.ts'
import { loadTemplate } from './load-template.ts'
import type { ReplaceList } from './use-print-list.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './printing.module.css'

export function TemplateFromAddress({ storeCode, list, replace }: { storeCode: string; list: PrintList; replace: ReplaceList }) {
  const { t } = useTranslation()
  const api = useApi()
  const { template } = useRouteSearch()
  const name = textOf(template) ?? ''
  const [problem, setProblem] = useState<string>()
  const asked = useRef('')
  const load = () => {
    asked.current = name
    setProblem(undefined)
    loadTemplate(api, storeCode, name)
      .then((loaded) => replace(loaded, name))
      .catch((error: unknown) => setProblem(errorText(error, t)))
  }
  const isOther = name !== '' && name !== list.template
  useEffect(() => {
    if (isOther && list.rows.length === 0 && asked.current !== name) load()
  })
  if (problem !== undefined)
    return (
      <Message role="alert">
        <span className={helpers.grow}>{problem}</span>
        <Button onClick={load}>{t('common.retry')}</Button>
      </Message>
    )
  if (!isOther || list.rows.length === 0) return null
  return (
    <div className={styles.printOffer} role="status">
      <span className={helpers.grow}>{t('printing.load.offer', { name, count: list.rows.length })}</span>
      <Button onClick={load}>{t('printing.load.replace', { name })}</Button>
    </div>
  )
}
