/** The channel setting of the chain: which channels a gateway gets by its index (specification 1 §2, §3, §8). */
import { CallError } from '@endcap/contract/client'
import { channels } from '@endcap/contract/gateways'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'
import { channelsOf, conflictsOf, newChannelRow, statusLine, type ChannelConflict, type ChannelRow } from './config-fields.ts'
import { Hint } from '../ui/Hint.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import styles from './gateways.module.css'

export function ChannelsModal({ close }: { close: (changed: boolean) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({ queryKey: ['channels'], queryFn: ({ signal }) => api.gateways.channels({}, { signal }), gcTime: 0 })
  const [rows, setRows] = useState<ChannelRow[]>()
  // What is read first is changed from there on.
  if (query.data !== undefined && rows === undefined)
    setRows(Object.entries(query.data.channel).map(([gwIndex, pair]) => ({ gwIndex, ...pair })))
  const conflicts = conflictsOf(rows ?? [])
  const change = (place: number, part: Partial<ChannelRow>) =>
    setRows(rows?.map((row, index) => (index === place ? { ...row, ...part } : row)))
  const submit = async () => {
    const channel = Object.fromEntries((rows ?? []).map(({ gwIndex, ...pair }) => [gwIndex.trim(), pair]))
    try {
      const { count } = await api.gateways.setChannels({ body: { channel } })
      void notify(t('gateways.channelsSaved', { count }))
      close(true)
    } catch (error) {
      // Specification 1 §8: status text and code; behind them what the server says.
      if (!(error instanceof CallError) || error.status === 0) throw error
      throw new Error(`${statusLine(error.status)}: ${errorText(error, t)}`, { cause: error })
    }
  }
  return (
    <FormModal
      title={t('gateways.channelsTitle')}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="520px"
      disabled={rows === undefined || conflicts.some((one) => one.wrong)}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <Hint flush>{t('gateways.channelsHint')}</Hint>
      {rows === undefined && !query.isError && <Skeleton style={{ height: 90 }} />}
      {rows?.length === 0 && <p style={{ margin: 0 }}>{t('gateways.noChannels')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <div className={styles.gwChannels} role="group" aria-label={t('gateways.channelsTitle')}>
          <span aria-hidden="true">{t('gateways.column.gwIndex')}</span>
          <span aria-hidden="true">{t('gateways.column.dataChannel')}</span>
          <span aria-hidden="true">{t('gateways.column.eventChannel')}</span>
          <span />
          {rows.map((row, place) => (
            <ChannelLine
              // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own; they are only appended and taken away
              key={place}
              row={row}
              wrong={conflicts.filter((one) => one.wrong && one.rows.includes(place)).map((one) => one.word)}
              onChange={(part) => change(place, part)}
              onRemove={() => setRows(rows.filter((_, index) => index !== place))}
            />
          ))}
        </div>
      )}
      <div>
        <Button disabled={rows === undefined} onClick={() => setRows([...(rows ?? []), newChannelRow()])}>
          <IconPlus size={15} stroke={1.7} />
          {t('gateways.addRow')}
        </Button>
      </div>
      {conflicts.length > 0 && (
        <ul className={styles.gwConflicts} role="status">
          {conflicts.map((one) => (
            <li key={`${one.word} ${one.rows.join()}`} data-wrong={one.wrong || undefined}>
              {t(`gateways.conflict.${one.word}`, one.values)}
            </li>
          ))}
        </ul>
      )}
    </FormModal>
  )
}

interface LineProps {
  row: ChannelRow
  /** What is wrong with it. */
  wrong: readonly ChannelConflict['word'][]
  onChange: (part: Partial<ChannelRow>) => void
  onRemove: () => void
}
function ChannelLine({ row, wrong, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  const name = (field: string) => `${t(`gateways.column.${field}`)}, ${t('gateways.ofIndex', { index: row.gwIndex })}`
  return (
    <>
      <Input
        inputMode="numeric"
        aria-label={name('gwIndex')}
        aria-invalid={wrong.includes('index') || wrong.includes('number')}
        value={row.gwIndex}
        onChange={(event) => onChange({ gwIndex: event.target.value })}
      />
      {(['dataChannel', 'eventChannel'] as const).map((field) => (
        <NativeSelect
          key={field}
          aria-label={name(field)}
          aria-invalid={wrong.includes('same')}
          value={row[field]}
          onChange={(event) => onChange({ [field]: Number(event.target.value) })}
        >
          {channelsOf(true).map((channel) => (
            <option key={channel} value={channel}>
              {channel > channels.last ? t('gateways.outbandChannel', { channel }) : channel}
            </option>
          ))}
        </NativeSelect>
      ))}
      <Button look="ghost" icon aria-label={t('gateways.removeRow', { index: row.gwIndex })} onClick={onRemove}>
        <IconTrash size={15} stroke={1.7} />
      </Button>
    </>
  )
}
