/** The values of a product over time, as far as its history is kept: of the columns that the alias configuration marks for charts (specification 2 §3). */
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import type { NamedAlias } from '../data/aliases.ts'
import { LineChart } from '../charts/charts.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Changes that are drawn. */
const newest = 500

/** Digits with a comma or a point before the fraction; anything else is no value of a chart. */
export function valueOf(text: string | undefined): number | undefined {
  const plain = (text ?? '').trim().replaceAll(/[\s\u00a0]/g, '')
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

export function ValueChart({
  storeCode,
  prCode,
  aliases,
  onClose,
}: {
  storeCode: string
  prCode: string
  aliases: readonly NamedAlias[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['products', storeCode, 'values', prCode],
    queryFn: ({ signal }) =>
      api.updates.ofProduct(
        { params: { storeCode, prCode }, body: { length: newest, order: { column: 'updatedAt', dir: 'desc' } } },
        { signal },
      ),
  })
  const charts = useMemo(() => {
    const changes = (query.data?.data ?? []).toReversed()
    return aliases.map(({ index, label }) => ({
      name: label,
      points: changes.flatMap(({ updatedAt, prInfo }) => {
        const value = valueOf(prInfo[index])
        return value === undefined ? [] : [[updatedAt, value] as const]
      }),
    }))
  }, [query.data, aliases])
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      title={t('updates.valuesOf', { id: prCode })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Problem query={query} />
      {query.data === undefined && query.error === null && <Skeleton aria-busy="true" style={{ height: 180 }} />}
      {query.data !== undefined &&
        charts.map(({ name, points }) => (
          <section key={name} aria-label={name} style={{ marginBottom: 16 }}>
            <h2 style={{ fontSize: 13, margin: '0 0 6px' }}>{name}</h2>
            {points.length === 0 ? (
              <p style={{ margin: 0 }}>{t('updates.noValues')}</p>
            ) : (
              <LineChart label={name} series={[{ name, points }]} />
            )}
          </section>
        ))}
    </Modal>
  )
}
