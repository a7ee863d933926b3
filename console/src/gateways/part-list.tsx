/** What the lists of gateways beside the overview share: they are parts of one screen, and each row is a gateway. */
import type { TableEndpoint } from '@endcap/contract/table'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TableScreen } from '../table/TableScreen.tsx'

export const partTable = { name: 'gateways', live: 'gateways', rowId: (row: { gwMac: string }) => row.gwMac, pageLength: 25 } as const
/** Wide enough for a MAC. */
export const macWidth = 142

type Props<E extends TableEndpoint> = Omit<ComponentProps<typeof TableScreen<E>>, 'title' | 'tabs'> & {
  /** The buttons of all parts. */
  tabs: ReactNode
}

export function PartList<E extends TableEndpoint>({ tabs, ...list }: Props<E>) {
  const { t } = useTranslation()
  return <TableScreen<E> {...(list as ComponentProps<typeof TableScreen<E>>)} title={t('gateways.title')} tabs={() => tabs} />
}
