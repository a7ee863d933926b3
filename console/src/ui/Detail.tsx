/** The page of a single server or gateway: its head, its parts as tabs, and what there is instead while it is not known. */
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import { Problem } from './Problem.tsx'
import { clsx } from 'clsx'
import { PageHead } from './PageHead.tsx'
import { buttonClass } from './button-class.ts'
import { Skeleton } from './Skeleton.tsx'
import { Hint } from './Hint.tsx'
import panelStyles from './Panel.module.css'
import tabsStyles from './Tabs.module.css'

interface Props<T> {
  /** Area of its words: `<area>.parts`, `.overview`, `.alarms`, `.toList`. */
  area: 'servers' | 'gateways'
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Heading of the page while only its address is known. */
  heading: ReactNode
  /** The list it stands in. */
  list: string
  head: (data: T) => ReactNode
  overview: (data: T) => ReactNode
  /** Other parts of the page, each with its word and content; between the two. */
  more?: (data: T) => { name: string; label: string; content: ReactNode }[]
  /** A list of its own, with the tabs given. */
  alarms: (data: T, tabs: ReactNode) => ReactNode
}

export function Detail<T>({ area, query, heading, list, head, overview, more, alarms }: Props<T>) {
  const { t } = useTranslation()
  const { data, error } = query
  const navigate = useNavigate()
  const search = useRouteSearch()
  const others = data === undefined ? [] : (more?.(data) ?? [])
  const parts = [
    { name: 'overview', label: t(`${area}.overview`) },
    ...others.map(({ name, label }) => ({ name, label })),
    { name: 'alarms', label: t(`${area}.alarms`) },
  ]
  const part = parts.find(({ name }) => name === search.tab)?.name ?? 'overview'
  const tabs = (
    <div className={tabsStyles.tabs} role="group" aria-label={t(`${area}.parts`)}>
      {parts.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === part}
          onClick={() => void navigate({ to: '.', search: name === 'overview' ? {} : { tab: name }, replace: true })}
        >
          {label}
        </button>
      ))}
    </div>
  )
  if (data !== undefined && part === 'alarms') return alarms(data, tabs)
  return (
    <div className={panelStyles.scroll}>
      <PageHead className={panelStyles.detailHead}>{data === undefined ? heading : head(data)}</PageHead>
      {data !== undefined && tabs}
      <Problem query={query}>
        <Link className={buttonClass()} to={list} search={{}} style={{ textDecoration: 'none' }}>
          {t(`${area}.toList`)}
        </Link>
      </Problem>
      {data !== undefined ? (others.find(({ name }) => name === part)?.content ?? overview(data)) : error === null && <Waiting />}
    </div>
  )
}

function Waiting() {
  return (
    <div className={panelStyles.panels} aria-busy="true" style={{ paddingTop: 16 }}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className={clsx(panelStyles.panel, panelStyles.wait)} data-part="wait" style={{ height: 250 }} />
      ))}
    </div>
  )
}

/** A panel of lines, such as the services of a server. */
export function Lines({ title, hint, children }: { title: string; hint?: string | false; children: ReactNode }) {
  return (
    <section className={panelStyles.panel} aria-label={title}>
      <h2>{title}</h2>
      {hint && <Hint>{hint}</Hint>}
      <ul className={panelStyles.plain}>{children}</ul>
    </section>
  )
}
