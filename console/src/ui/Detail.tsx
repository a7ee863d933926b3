/** The page of a single server or gateway: its head, its parts as tabs, and what there is instead while it is not known. */
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/panels.css'
import { useRouteSearch } from '../app/route.ts'
import { Problem } from './Problem.tsx'

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
    <div className="tabs" role="group" aria-label={t(`${area}.parts`)}>
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
    <div className="scroll">
      <div className="ph detail-head">{data === undefined ? heading : head(data)}</div>
      {data !== undefined && tabs}
      <Problem query={query}>
        <Link className="btn" to={list} search={{}} style={{ textDecoration: 'none' }}>
          {t(`${area}.toList`)}
        </Link>
      </Problem>
      {data !== undefined ? (others.find(({ name }) => name === part)?.content ?? overview(data)) : error === null && <Waiting />}
    </div>
  )
}

function Waiting() {
  return (
    <div className="panels" aria-busy="true" style={{ paddingTop: 16 }}>
      {[1, 2, 3].map((place) => (
        <div key={place} className="panel wait skel" style={{ height: 250 }} />
      ))}
    </div>
  )
}

/** A panel of lines, such as the services of a server. */
export function Lines({ title, hint, children }: { title: string; hint?: string | false; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className="hint">{hint}</p>}
      <ul className="plain">{children}</ul>
    </section>
  )
}
