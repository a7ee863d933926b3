/** The head of a list screen: its name, how many rows it has, and what is done with the list as a whole. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from './ActionMenu.tsx'
import type { Action } from './spec.ts'
import { PageHead } from '../ui/PageHead.tsx'
import helpers from '../ui/helpers.module.css'
import { Button } from '../ui/Button.tsx'
import pageHeadStyles from '../ui/PageHead.module.css'

interface Props<Row> {
  /** i18n namespace of the list. */
  name: string
  title: string
  /** Its name is on its way. */
  titleWaits: boolean
  subtitle: ReactNode
  /** Further buttons. */
  head: ReactNode
  /** For ticked rows or for the list, behind one button. */
  inMenu: readonly Action<Row>[]
  /** For the list alone; the first is the main one. */
  onTable: readonly Action<Row>[]
  selected: Row[]
  onAction: (action: Action<Row>) => void
}

export function ListHead<Row>({ name, title, titleWaits, subtitle, head, inMenu, onTable, selected, onAction }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1 aria-busy={titleWaits}>{title}</h1>
      <span className={pageHeadStyles.sub}>{subtitle}</span>
      <span className={helpers.grow} />
      {head}
      {inMenu.length > 0 && <ActionMenu name={name} actions={inMenu} rows={selected} onAction={onAction} />}
      {onTable.toReversed().map((action, index) => (
        <Button key={action.name} look={index === onTable.length - 1 ? 'primary' : 'plain'} onClick={() => onAction(action)}>
          <action.icon size={15} stroke={1.7} />
          {t(`${name}.action.${action.name}`)}
        </Button>
      ))}
    </PageHead>
  )
}
