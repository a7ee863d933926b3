/** Ticks stores out of thousands: the server looks for what is typed, pages come as they are scrolled to, codes can be pasted. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFoundStores, type FoundStore } from '@endcap/contract/finding-stores'
import { errorText, useApi } from '../app/services.ts'
import { foundStores, type StoreQuery } from '../data/use-stores.ts'
import { formatNumber } from '../ui/format.ts'
import { TickList } from './TickList.tsx'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'

interface Props {
  /** Stores of this type alone. */
  storeType?: string
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}
const sizes = { line: 32, list: 220, page: 6 }
/** Lines that are asked for at once. */
const pageLines = 50
const typingMs = 150

export function StorePicker({ storeType, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), typingMs)
  /** What was chosen when only that was asked for: what is taken back stays in sight until the list is narrowed anew. */
  const [onlyThese, setOnlyThese] = useState<readonly string[]>()
  const [top, setTop] = useState(0)
  const [taking, setTaking] = useState<'no' | 'yes' | Error>('no')
  // What was chosen when it opened stands first, so that it can be taken back.
  const [first] = useState(() => [...chosen])

  const asked: StoreQuery = { term, storeType, first, codes: onlyThese }
  const pageOf = (line: number) => Math.floor(line / pageLines)
  const [from, to] = [pageOf(Math.max(0, top - 10)), pageOf(top + 20)]
  const pages = from === to ? [from] : [from, to]
  const answers = useQueries({
    queries: pages.map((page) => foundStores(api, { ...asked, start: page * pageLines, length: pageLines })),
  })
  const all = useQuery(foundStores(api, { storeType, first, length: pageLines })).data?.total
  const [answer] = answers
  const count = answer?.data?.total ?? 0
  const at = (index: number): FoundStore | undefined => {
    const page = pages.indexOf(pageOf(index))
    return page < 0 ? undefined : answers[page]?.data?.storeList[index % pageLines]
  }
  const toggle = ({ storeCode }: FoundStore) => {
    const next = new Set(chosen)
    if (!next.delete(storeCode)) next.add(storeCode)
    onChange(next)
  }
  const takeAll = async () => {
    setTaking('yes')
    try {
      const codes: string[] = []
      for (let start = 0; start < count; start += maxFoundStores) {
        const page = { term, storeType, codes: onlyThese, start, length: maxFoundStores }
        const { storeList } = await queries.fetchQuery(foundStores(api, page))
        codes.push(...storeList.map(({ storeCode }) => storeCode))
      }
      onChange(new Set([...chosen, ...codes]))
      setTaking('no')
    } catch (error) {
      setTaking(error instanceof Error ? error : new Error(String(error)))
    }
  }
  const problem = taking instanceof Error ? taking : answers.find((one) => one.error !== null)?.error
  const isSettled = typed.trim() === term && answer?.data !== undefined && !answer.isPlaceholderData
  return (
    <TickList
      label={t('members.column.store')}
      find={t('members.stores.find')}
      text={typed}
      onText={(text) => {
        setTyped(text)
        if (onlyThese !== undefined) setOnlyThese([...chosen])
      }}
      fromTop
      status={
        all !== undefined && t('members.stores.chosen', { count: chosen.size, number: formatNumber(chosen.size), total: formatNumber(all) })
      }
      onlyChosen={onlyThese !== undefined}
      onOnlyChosen={(only) => setOnlyThese(only ? [...chosen] : undefined)}
      count={count}
      at={at}
      keyOf={({ storeCode }) => storeCode}
      isChosen={({ storeCode }) => chosen.has(storeCode)}
      toggle={toggle}
      sizes={sizes}
      onTop={setTop}
      isBusy={!isSettled}
      note={
        <>
          {count === 0 && isSettled && <Hint>{t('common.nothingFound')}</Hint>}
          {problem != null && <Hint role="alert">{errorText(problem, t)}</Hint>}
        </>
      }
      takeAll={count > 0 && isSettled && taking !== 'yes' ? () => void takeAll() : undefined}
      takeNone={chosen.size === 0 ? undefined : () => onChange(new Set())}
    >
      {({ storeCode, storeName }) => (
        <>
          <span>{storeName}</span>
          <small className={helpers.mono}>{storeCode}</small>
        </>
      )}
    </TickList>
  )
}
