/** What changed of products: the columns that an update and a product's history share. */
import { updateKinds, type ProductChange } from '@endcap/contract/updates'
import type { TFunction } from 'i18next'
import { paths } from '../app/paths.ts'
import type { NamedAlias } from '../data/aliases.ts'
import { canPutBack, differences, type Difference } from '../data/product-differences.ts'
import { timeColumn } from '../table/columns.tsx'
import type { Column, FilterInput } from '../table/spec.ts'
import { OpenLink } from '../table/OpenLink.tsx'
import styles from './updates.module.css'

/** A product that is new or gone differs in nothing: that is said in one word. */
const differencesOf = (change: ProductChange, aliases: readonly NamedAlias[], t: TFunction): Difference[] =>
  canPutBack(change) ? differences(change.before, change, { aliases, t }) : []

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

export const changesColumn = (t: TFunction, aliases: readonly NamedAlias[]): Column<ProductChange> => ({
  field: 'before',
  width: 480,
  sort: false,
  cell: (change) => <Changes list={differencesOf(change, aliases, t)} change={change} t={t} />,
  text: (change) =>
    change.before === null ? t('updates.isNew') : change.removed ? t('updates.isRemoved') : inWords(differencesOf(change, aliases, t)),
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
