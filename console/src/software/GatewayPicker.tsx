/** Ticks gateways of a chain: the server looks for what is typed, pages come as they are scrolled to, several MACs can be pasted. */
import type { UpgradeCandidate } from '@endcap/contract/software'
import type { Component } from '@endcap/contract/upgrade-file'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { TickList } from '../form/TickList.tsx'
import { formatNumber } from '../ui/format.ts'
import { candidatePage, candidates, candidatesLike, maxChosen, typingMs, queryOf } from './candidates.ts'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './software.module.css'

export type Chosen = ReadonlyMap<string, UpgradeCandidate>
interface Props {
  /** Whose version is shown. */
  component: Component
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}
const sizes = { line: 44, list: 232, page: 5 }

export function GatewayPicker({ component, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, typingMs)
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [top, setTop] = useState(0)
  const [taking, setTaking] = useState<'no' | 'yes' | Error>('no')
  const own = onlyChosen ? candidatesLike([...chosen.values()], text) : undefined

  const pageOf = (line: number) => Math.floor(line / candidatePage)
  const [from, to] = [pageOf(Math.max(0, top - 10)), pageOf(top + 20)]
  const pages = from === to ? [from] : [from, to]
  const answers = useQueries({ queries: pages.map((page) => candidates(api, text, page)) })
  const [answer] = answers
  const found = own?.length ?? answer?.data?.recordsFiltered ?? 0
  const at = (index: number): UpgradeCandidate | undefined => {
    if (own !== undefined) return own[index]
    const page = pages.indexOf(Math.floor(index / candidatePage))
    return answers[page]?.data?.data[index % candidatePage]
  }
  const toggle = (gateway: UpgradeCandidate) => {
    const next = new Map(chosen)
    if (!next.delete(gateway.gwMac)) next.set(gateway.gwMac, gateway)
    onChange(next)
  }
  const takeAll = async () => {
    setTaking('yes')
    try {
      const { data } = own === undefined ? await api.software.candidates({ body: { ...queryOf(text), length: maxChosen } }) : { data: own }
      onChange(new Map([...chosen, ...data.map((one): [string, UpgradeCandidate] => [one.gwMac, one])]))
      setTaking('no')
    } catch (error) {
      setTaking(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const problem = taking instanceof Error ? taking : answers.find((one) => one.error !== null)?.error
  const isSettled = typed === text && answer?.data !== undefined && !answer.isPlaceholderData
  const mayTakeAll = found > 0 && found <= maxChosen && taking !== 'yes' && (own !== undefined || isSettled)
  return (
    <TickList
      className={styles.gatewayPicker}
      lineClass={styles.gatewayOption}
      label={t('software.start.to.gateways')}
      find={t('software.pick.find')}
      text={typed}
      onText={setTyped}
      fromTop
      status={
        <>
          {t('software.pick.chosen', { count: chosen.size, number: formatNumber(chosen.size) })}
          {answer?.data !== undefined && ` · ${t('software.pick.found', { count: found, number: formatNumber(found) })}`}
        </>
      }
      onlyChosen={onlyChosen}
      onOnlyChosen={setOnlyChosen}
      count={found}
      at={at}
      keyOf={({ gwMac }) => gwMac}
      isChosen={({ gwMac }) => chosen.has(gwMac)}
      toggle={toggle}
      sizes={sizes}
      onTop={setTop}
      isBusy={own === undefined && !isSettled}
      note={
        <>
          {found === 0 && (own !== undefined || isSettled) && <Hint>{t('common.nothingFound')}</Hint>}
          {problem != null && <Hint role="alert">{errorText(problem, t)}</Hint>}
        </>
      }
      takeAll={mayTakeAll ? () => void takeAll() : undefined}
      takeNone={chosen.size === 0 ? undefined : () => onChange(new Map())}
    >
      {(gateway) => <GatewayLine gateway={gateway} component={component} />}
    </TickList>
  )
}

function GatewayLine({ gateway, component }: { gateway: UpgradeCandidate; component: Component }) {
  const { t } = useTranslation()
  const version = component === 'gmp' ? gateway.gmpVersion : gateway.grmVersion
  return (
    <>
      <span className={styles.gatewayOptionName}>
        <span className={helpers.mono}>{gateway.gwMac}</span>
        <small>
          {gateway.storeName} · <span className={helpers.mono}>{gateway.storeCode}</span>
        </small>
      </span>
      <span className={styles.gatewayOptionState}>
        <span className={helpers.mono}>{version === '' ? '–' : version}</span>
        {gateway.status === 'OFFLINE' && <small>{t('software.offline')}</small>}
      </span>
    </>
  )
}
