/** Adds products: typed, chosen from what is found, or scanned one after the other (specification 3 §2). */
import { maxPrintRows } from '@endcap/contract/printing'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import { playSound } from '../ui/sound.ts'
import { useLatest } from '../ui/use-latest.ts'
import { withProduct } from './list.ts'
import { nameOf, type ChangeList } from './use-print-list.ts'
import { Button } from '../ui/Button.tsx'
import { Autocomplete } from '../form/Autocomplete.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './printing.module.css'
import { clsx } from 'clsx'

interface Props {
  storeCode: string
  change: ChangeList
  learn: (more: Iterable<readonly [string, readonly string[]]>) => void
  /** By Ctrl Enter in the empty field, when all that was entered is in the list. */
  onDone: () => void
}
/** Products are asked for after such a pause in typing. */
const pauseMs = 200

export function AddProduct({ storeCode, change, learn, onDone }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const aliases = useAliases()
  const [text, setText] = useState('')
  const [notice, setNotice] = useState<{ text: string; bad: boolean }>()
  const [term] = useDebouncedValue(text.trim(), pauseMs)
  const { data } = useQuery({
    queryKey: ['print-find', storeCode, term],
    queryFn: term.length < 2 ? skipToken : ({ signal }) => api.printing.find({ params: { storeCode }, query: { term } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = text.trim().length < 2 ? [] : (data?.productList ?? [])
  // One scan after the other, in their order, however fast they come.
  const queue = useRef(Promise.resolve())
  const done = useLatest(onDone)

  const fail = (words: string) => {
    playSound('failure')
    setNotice({ text: words, bad: true })
  }
  const add = ({ prCode, prInfo }: { prCode: string; prInfo: readonly string[] }) => {
    learn([[prCode, prInfo]])
    let now = 0
    change((before) => {
      const { list: after, qty } = withProduct(before, prCode)
      now = after === before || (after.rows.length === before.rows.length && before.rows.length >= maxPrintRows && qty === 1) ? 0 : qty
      return after
    })
    if (now === 0) return fail(t('printing.tooManyRows', { max: formatNumber(maxPrintRows) }))
    playSound('success')
    setNotice({ text: t('printing.added', { name: nameOf(aliases, prInfo) || prCode, count: now }), bad: false })
  }
  const ask = async (entered: string) => {
    try {
      const { exact, productList } = await api.printing.find({ params: { storeCode }, query: { term: entered } })
      const [first, second] = productList
      if (first !== undefined && (exact || second === undefined)) add(first)
      else if (first === undefined) fail(t('printing.unknownProduct', { code: entered }))
      else {
        setText((now) => now || entered)
        setNotice({ text: t('printing.several', { count: productList.length }), bad: false })
      }
    } catch (error) {
      fail(errorText(error, t))
    }
  }
  const submit = () => {
    const entered = text.trim()
    if (entered === '') return
    setText('')
    queue.current = queue.current.then(() => ask(entered))
  }
  return (
    <form
      className={styles.printAdd}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Autocomplete
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || text.trim() !== '') return
          event.preventDefault()
          void queue.current.then(() => done.current())
        }}
        aria-label={t('printing.add')}
        data-fills-list
        placeholder={t('printing.addHint')}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        data={found.map(({ prCode }) => prCode)}
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span className={styles.printFound}>
            <span>{nameOf(aliases, found.find((one) => one.prCode === option.value)?.prInfo) || '–'}</span>
            <span className={helpers.mono}>{option.value}</span>
          </span>
        )}
        value={text}
        onChange={setText}
        onOptionSubmit={(code) => {
          const product = found.find((one) => one.prCode === code)
          if (product !== undefined) add(product)
          // The field takes the option's text after this.
          setTimeout(() => setText(''))
        }}
        maxDropdownHeight={320}
        autoComplete="off"
      />
      <Button type="submit">{t('printing.addButton')}</Button>
      <span className={clsx(styles.printTold, notice?.bad === true && styles.bad)} role={notice?.bad === true ? 'alert' : 'status'}>
        {notice?.text}
      </span>
    </form>
  )
}
