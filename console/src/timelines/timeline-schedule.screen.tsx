/** /plus/v1/timeline/schedule/{timelineId}: layers of sets with their times; the strongest is on top (specification 3 §2, §5). */
import type { ShowSet } from '@endcap/contract/show-sets'
import type { Timeline } from '@endcap/contract/timelines'
import { localTime } from '@endcap/signage/local-time'
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePathPart } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { usePageForm } from '../draft/use-page-form.ts'
import { scheduleLine } from '../schedules/index.ts'
import { sayWarnings } from '../ui/film-words.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { browserZone } from '../ui/format.ts'
import { Problem } from '../ui/Problem.tsx'
import { moved } from '../ui/moved.ts'
import { Sortable } from '../ui/Sortable.tsx'
import { commonZone } from './displays.ts'
import { layersOf, placeOf, rulesOf, storedOrder, withLayer, type Layer } from './layers.ts'
import { LayerRule } from './layer-rule.modal.tsx'
import { TimelineHead } from './TimelineHead.tsx'
import { fatesOf, type Fate } from './winning.ts'
import { WinnerWeek } from './WinnerWeek.tsx'
import { clsx } from 'clsx'
import { RowButton } from '../table/RowButton.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Select } from '../form/Select.tsx'
import helpers from '../ui/helpers.module.css'
import setEntryStyles from '../ui/set-entry.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './timelines.module.css'

export function TimelineScheduleScreen() {
  const timelineId = usePathPart('timelineId') ?? ''
  return <ScheduleEditor key={timelineId} timelineId={timelineId} />
}

function ScheduleEditor({ timelineId }: { timelineId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const readOnly = !useCan()('plus.write')
  const [editing, setEditing] = useState<number>()
  const form = usePageForm<Timeline, { layers: Layer[] }>({
    id: timelineId,
    kind: 'timeline',
    load: (id, signal) => api.timelines.read({ params: { timelineId: id } }, { signal }),
    toDraft: ({ schedule }) => ({ layers: layersOf(schedule) }),
    begin: undefined,
    save: async ({ layers }, base) => sayWarnings(await api.timelines.save({ body: { ...base, schedule: storedOrder(layers) } }), t),
  })
  const { data: sets } = useQuery({
    queryKey: ['signage', '', 'sets', 'all'],
    queryFn: async ({ signal }) => (await api.showSets.list({ body: {} }, { signal })).setList,
  })
  const { draft, stored, query, change } = form
  const [now] = useState(() => Date.now())
  const [zoneChosen, setZone] = useState<string | null>(null)
  const zone = zoneChosen ?? commonZone(stored?.deviceList ?? []) ?? browserZone()
  const zones = [
    ...new Set([zone, ...(stored?.deviceList ?? []).map(({ timezone }) => timezone).filter((one) => one !== ''), browserZone()]),
  ]
  const layers = draft?.layers
  const fates = useMemo(() => {
    if (layers === undefined) return []
    const all = fatesOf(rulesOf(layers), localTime(now, zone).day)
    return layers.map((_, place) => all[layers.length - 1 - place] ?? 'wins')
  }, [layers, now, zone])
  if (draft === undefined || stored === undefined || layers === undefined)
    return query.error === null ? <ScreenWaits /> : <Problem query={query} />

  const changeLayers = (next: (now: Layer[]) => Layer[]) => change(({ layers: before }) => ({ layers: next(before) }))
  const edited = layers.find(({ key }) => key === editing)
  return (
    <div className={settingPageStyles.settingPage}>
      <TimelineHead timeline={stored} on="schedule" />
      <div className={styles.timelineBody}>
        <Problem query={query} />
        <div className={styles.timelineLayers}>
          {!readOnly && <AddSet sets={sets} onAdd={(set) => changeLayers((before) => withLayer(before, set))} />}
          {layers.length === 0 ? (
            <p className={helpers.aside}>{t('timelines.noLayers')}</p>
          ) : (
            <>
              <p className={helpers.aside}>{t('timelines.order')}</p>
              <Sortable
                label={t('timelines.layers')}
                entries={layers}
                keyOf={({ key }) => String(key)}
                handleLabel={({ name }, place) => t('timelines.moveLayer', { name, place })}
                onMove={(from, to) => changeLayers((before) => moved(before, from, to))}
                readOnly={readOnly}
              >
                {(layer, place) => (
                  <LayerLine
                    layer={layer}
                    place={place}
                    fate={fates[place] ?? 'covered'}
                    readOnly={readOnly}
                    onEdit={() => setEditing(layer.key)}
                    onDrop={() => changeLayers((before) => before.filter(({ key }) => key !== layer.key))}
                  />
                )}
              </Sortable>
            </>
          )}
        </div>
        <section aria-label={t('timelines.week')}>
          <div className={styles.timelineWeekHead}>
            <h2>{t('timelines.week')}</h2>
            <Select aria-label={t('timelines.zone')} data={zones} value={zone} allowDeselect={false} onChange={setZone} size="xs" w={200} />
          </div>
          <WinnerWeek
            rules={rulesOf(layers)}
            nameOf={(winner) => layers[placeOf(layers, winner)]?.name}
            placeOf={(winner) => placeOf(layers, winner)}
            now={now}
            timeZone={zone}
          />
          <p className={helpers.aside}>{t('timelines.weekHint')}</p>
        </section>
      </div>
      <PageFormFoot form={form} readOnly={readOnly} onSave={() => void form.save()} />
      {edited !== undefined && (
        <LayerRule
          layer={edited}
          onChange={(rule) => changeLayers((before) => before.map((layer) => (layer.key === edited.key ? { ...layer, ...rule } : layer)))}
          close={() => setEditing(undefined)}
        />
      )}
    </div>
  )
}

/** A set is chosen and put on top of the layers. */
function AddSet({ sets, onAdd }: { sets: readonly ShowSet[] | undefined; onAdd: (set: ShowSet) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const add = () => {
    const set = sets?.find(({ id }) => id === chosen)
    setMissing(set === undefined)
    if (set === undefined) return
    onAdd(set)
    setChosen(null)
  }
  return (
    <>
      <div className={styles.timelineAdd}>
        <Select
          aria-label={t('timelines.set')}
          placeholder={t(sets?.length === 0 ? 'timelines.noSets' : 'timelines.chooseSet')}
          data={(sets ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={(id) => {
            setChosen(id)
            setMissing(false)
          }}
          searchable
          nothingFoundMessage={t('common.nothingFound')}
        />
        <Button look="primary" onClick={add}>
          <IconPlus size={15} stroke={1.7} />
          {t('timelines.addSet')}
        </Button>
      </div>
      {missing && <Message role="alert">{t('timelines.noSet')}</Message>}
    </>
  )
}

interface LayerProps {
  layer: Layer
  place: number
  fate: Fate
  readOnly: boolean
  onEdit: () => void
  onDrop: () => void
}
/** One layer: its set, when it applies, and whether another covers it. */
function LayerLine({ layer, place, fate, readOnly, onEdit, onDrop }: LayerProps) {
  const { t } = useTranslation()
  return (
    <>
      <b className={styles.layerSign} data-tone={place % 6} data-off={fate !== 'wins' || undefined}>
        {place + 1}
      </b>
      <span className={clsx(helpers.grow, setEntryStyles.setEntry)}>
        <Link to={paths.set(layer.id)} search={{}}>
          {layer.name}
        </Link>
        <small>{scheduleLine(layer, t)}</small>
        {fate !== 'wins' && <small className={styles.layerNever}>{t(`timelines.fate.${fate}`)}</small>}
      </span>
      {!readOnly && (
        <>
          <RowButton label={t('timelines.when', { name: layer.name })} icon={IconPencil} onClick={onEdit} />
          <RowButton label={t('timelines.drop', { name: layer.name })} icon={IconX} onClick={onDrop} />
        </>
      )}
    </>
  )
}
