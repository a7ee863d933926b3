/** Tabs of a screen whose choice stands in its address: a link opens the same one, and a reload leaves it open. */
import { useNavigate } from '@tanstack/react-router'
import { useRouteSearch } from '../app/route.ts'
import tabsStyles from './Tabs.module.css'

type Name = 'tab' | 'view'

/** The tab that the address names; the first where it names none of them. */
export function useAddressTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]], name: Name = 'tab'): Tab {
  const search = useRouteSearch()
  return tabs.find((one) => one === search[name]) ?? tabs[0]
}

interface Props<Tab extends string> {
  label: string
  tabs: readonly [Tab, ...Tab[]]
  textOf: (tab: Tab) => string
  /** What stands in the address before the tab. */
  name?: Name
}
/** Another tab is another list or form: what else stands in the address goes. */
export function AddressTabs<Tab extends string>({ label, tabs, textOf, name = 'tab' }: Props<Tab>) {
  const navigate = useNavigate()
  const current = useAddressTab(tabs, name)
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={label}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === current}
          onClick={() => void navigate({ to: '.', search: one === tabs[0] ? {} : { [name]: one }, replace: true })}
        >
          {textOf(one)}
        </button>
      ))}
    </div>
  )
}
