/** What changed of products: the columns that an update and a product's history share. */
import type { Alias } from '@endcap/contract/products'
import { updateKinds, type ProductChange } from '@endcap/contract/updates'
import type { TFunction } from 'i18next'
import { paths } from '../app/paths.ts'
import { timeColumn } from '../table/columns.tsx'
import type { Column, FilterInput } from '../table/spec.ts'
import { OpenLink } from '../table/OpenLink.tsx'
import styles from './updates.module.css'

interface Difference {
  name: string
  from: string
  to: string
}

/** The slots that differ by their alias, prices first, then layout and NFC. A product that is new or gone differs in nothing: that is said in one word. */
export function differences(
  { before, prInfo, layoutId, nfc, removed }: ProductChange,
  aliases: readonly Alias[],
  t: TFunction,
): Difference[] {
  if (before === null || removed) return []
  const pairs: Difference[] = [
    ...Array.from({ length: Math.max(before.prInfo.length, prInfo.length) }, (_, slot) => {
      const { name = `#${slot + 1}`, type } = aliases.find((alias) => alias.index === slot) ?? {}
      return { name, rank: type === 'price' ? 0 : 1, from: before.prInfo[slot] ?? '', to: prInfo[slot] ?? '' }
    }).toSorted((a, b) => a.rank - b.rank),
    { name: t('updates.column.layoutId'), from: before.layoutId ?? '', to: layoutId ?? '' },
    { name: t('updates.column.nfc'), from: before.nfc ?? '', to: nfc ?? '' },
  ]
  return pairs.filter(({ from, to }) => from !== to)
}

/** Differences written out in a row; the rest is counted. */
const written = 3

function Changes({ list, change, t }: { list: Difference[]; change: ProductChange; t: TFunction }) {
  if (change.before === null) return <>{t('updates.isNew')}</>
  if (change.removed) return <span style={{ color: 'var(--bad-t)' }}>{t('updates.isRemoved')}</span>
  const rest = list.length - written
  return (
    <span className={styles.changes} title={list.map(({ name, from, to }) => `${name}: ${from || '–'} → ${to || '–'}`).join('\n')}>
      {list.slice(0, written).map(({ name, from, to }) => (
        <span key={name}>
          <small>{name}</small> <del>{from || '–'}</del> → <b>{to || '–'}</b>
        </span>
      ))}
      {rest > 0 && <small>{t('updates.more', { count: rest })}</small>}
    </span>
  )
}

const inWords = (list: readonly Difference[]) => list.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join('; ')

export const changesColumn = (t: TFunction, aliases: readonly Alias[]): Column<ProductChange> => ({
  field: 'before',
  width: 480,
  sort: false,
  cell: (change) => <Changes list={differences(change, aliases, t)} change={change} t={t} />,
  text: (change) =>
    change.before === null ? t('updates.isNew') : change.removed ? t('updates.isRemoved') : inWords(differences(change, aliases, t)),
})

/** What updates and their changes have in common. */
type Origin = Pick<ProductChange, 'kind' | 'changedBy' | 'fileId' | 'fileName' | 'updatedAt'>

/** When, how and by whom; a file leads to its page. */
export const originColumns = (t: TFunction) => ({
  updatedAt: timeColumn('updatedAt') satisfies Column<Origin>,
  kind: { field: 'kind', width: 120, cell: ({ kind }) => t(`updates.kind.${kind}`) } satisfies Column<Origin>,
  changedBy: { field: 'changedBy', width: 190 } satisfies Column<Origin>,
  fileName: {
    field: 'fileName',
    width: 200,
    cell: ({ fileId, fileName }) => (fileId === null ? '–' : <OpenLink to={paths.file(fileId)}>{fileName ?? fileId}</OpenLink>),
    text: ({ fileName }) => fileName ?? '',
  } satisfies Column<Origin>,
})

export const originFilters = (t: TFunction) =>
  ({
    kind: { options: updateKinds, label: (option) => t(`updates.kind.${option}`) },
    changedBy: 'text',
    fileName: 'text',
  }) satisfies Record<string, FilterInput>
