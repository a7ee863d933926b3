/** /plus/v1/timeline/device/{timelineId}: for each screen of the shows the displays that show it (specification 3 §2). */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import type { Timeline } from '@endcap/contract/timelines'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePathPart } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { sayWarnings } from '../ui/film-words.ts'
import { DeviceState } from '../ui/display-cells.tsx'
import { ChooseDisplays, masterName } from '../display-masters/index.ts'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { usePageForm } from '../draft/use-page-form.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { notify } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { darkScreens, panelsOf, screensFor, unfit, withDisplays, withoutDisplay, type Display } from './displays.ts'
import { TimelineHead } from './TimelineHead.tsx'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import setEntryStyles from '../ui/set-entry.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './timelines.module.css'

export function TimelineDevicesScreen() {
  const timelineId = usePathPart('timelineId') ?? ''
  return <DevicesEditor key={timelineId} timelineId={timelineId} />
}

function DevicesEditor({ timelineId }: { timelineId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const readOnly = !useCan()('plus.write')
  const [choosing, setChoosing] = useState<number>()
  // What is known of those that were added here.
  const [added, setAdded] = useState<ReadonlyMap<string, Display>>(new Map())
  const form = usePageForm<Timeline, { device: string[][] }>({
    id: timelineId,
    kind: 'timeline',
    load: (id, signal) => api.timelines.read({ params: { timelineId: id } }, { signal }),
    toDraft: (timeline) => ({ device: screensFor(timeline) }),
    begin: undefined,
    save: async ({ device }, base) => {
      const answer = await api.timelines.save({ body: { ...base, device } })
      if (answer.moved > 0) void notify(t('timelines.movedDisplays', { count: answer.moved }))
      return sayWarnings(answer, t)
    },
  })
  const { draft, stored, query, change } = form
  const { shows, drawn, isLoading } = usePlayedShows(stored)
  const panelText = usePanelText()
  const misfitText = useMisfitText()
  if (draft === undefined || stored === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  if (isLoading) return <ScreenWaits />

  const { device } = draft
  const known = new Map([...added, ...stored.deviceList.map((display) => [display.mac, display] as const)])
  const changeDevice = (next: (now: string[][]) => string[][]) => change((now) => ({ device: next(now.device) }))
  const add = (screen: number, devices: DisplayMaster[]) => {
    setChoosing(undefined)
    setAdded(new Map([...added, ...devices.map((one) => [one.mac, one] as const)]))
    changeDevice((now) =>
      withDisplays(
        now,
        screen,
        devices.map(({ mac }) => mac),
      ),
    )
  }
  const screenOf = (mac: string) => device.findIndex((list) => list.includes(mac))
  return (
    <div className={settingPageStyles.settingPage}>
      <TimelineHead timeline={stored} on="devices" />
      <div className={styles.timelineScreens}>
        <Problem query={query} />
        {darkScreens(device, shows).map(({ id, name, deviceCount, from, to }) => (
          <div key={id} className={clsx(styles.note, styles.warn)} role="note">
            {t(from === to ? 'timelines.darkOne' : 'timelines.dark', {
              name,
              from,
              to,
              screens: t('shows.screens', { count: deviceCount }),
            })}
          </div>
        ))}
        {stored.schedule.length === 0 && <p className={helpers.aside}>{t('timelines.noLayersYet')}</p>}
        <div className={styles.screenLists}>
          {device.map((list, screen) => (
            <ScreenList
              // oxlint-disable-next-line react/no-array-index-key -- a screen is its number
              key={screen}
              list={list}
              screen={screen}
              known={known}
              readOnly={readOnly}
              screens={device.length}
              panels={panelsOf(drawn, screen)}
              isBeyond={screen >= Math.max(1, stored.screens) && stored.schedule.length > 0}
              onAdd={() => setChoosing(screen)}
              onScreen={(mac, to) => changeDevice((now) => withDisplays(now, to, [mac]))}
              onDrop={(mac) => changeDevice((now) => withoutDisplay(now, mac))}
            />
          ))}
        </div>
      </div>
      <PageFormFoot form={form} readOnly={readOnly} onSave={() => void form.save()} />
      {choosing !== undefined && (
        <ChooseDisplays
          title={[t('timelines.displaysFor', { number: choosing + 1 }), panelText(panelsOf(drawn, choosing))].filter(Boolean).join(' · ')}
          warn={(one) => misfitText(one, panelsOf(drawn, choosing))}
          timelineId={timelineId}
          refuse={({ mac }) => (screenOf(mac) === choosing ? t('timelines.onThisScreen') : undefined)}
          onChoose={(devices) => add(choosing, devices)}
          close={() => setChoosing(undefined)}
        />
      )}
    </div>
  )
}

/** The shows of the timeline's sets: as entries, and whole. */
function usePlayedShows(stored: Timeline | undefined) {
  const api = useApi()
  const setIds = [...new Set(stored?.schedule.map(({ id }) => id) ?? [])]
  const { data, isLoading } = useQuery({
    queryKey: ['signage', '', 'played shows', setIds],
    queryFn: async ({ signal }) => {
      const { setList } = await api.showSets.list({ body: { ids: setIds } }, { signal })
      const shows = setList.flatMap(({ list }) => list.filter(({ id }) => id !== 'price'))
      const ids = [...new Set(shows.map(({ id }) => id))]
      const drawn = ids.length === 0 ? [] : (await api.shows.list({ body: { ids } }, { signal })).showList
      return { shows, drawn }
    },
    enabled: setIds.length > 0,
  })
  return { ...(data ?? { shows: [], drawn: [] }), isLoading }
}

/** Such as `23″, 1920 × 158`. */
function usePanelText() {
  const { t } = useTranslation()
  return (panels: ReturnType<typeof panelsOf>) =>
    panels.map(({ type, width, height }) => t('timelines.panel', { inches: type, width, height })).join(' / ')
}
/** That a display does not have the shape of the screen; undefined when it has. */
function useMisfitText() {
  const { t } = useTranslation()
  const panelText = usePanelText()
  return (display: Pick<Display, 'screenWidth' | 'screenHeight'>, panels: ReturnType<typeof panelsOf>) => {
    const { screenWidth: width, screenHeight: height } = display
    const wrong = unfit(display, panels)
    return wrong.length === 0 ? undefined : t('timelines.unfit', { width, height, panel: panelText(wrong) })
  }
}

interface ScreenProps {
  list: readonly string[]
  screen: number
  screens: number
  known: ReadonlyMap<string, Display>
  /** What the shows have as this screen. */
  panels: ReturnType<typeof panelsOf>
  /** No show of the timeline has so many screens. */
  isBeyond: boolean
  readOnly: boolean
  onAdd: () => void
  onScreen: (mac: string, to: number) => void
  onDrop: (mac: string) => void
}
/** One screen of the shows, and the displays that show it. */
function ScreenList({ list, screen, screens, known, panels, isBeyond, readOnly, onAdd, onScreen, onDrop }: ScreenProps) {
  const { t } = useTranslation()
  const panelText = usePanelText()
  return (
    <section className={styles.screenList} aria-label={t('timelines.screen', { number: screen + 1 })}>
      <header>
        <h2>{t('timelines.screen', { number: screen + 1 })}</h2>
        <span className={helpers.grow}>
          {[panelText(panels), t('timelines.displays', { count: list.length })].filter(Boolean).join(' · ')}
        </span>
        {!readOnly && (
          <Button onClick={onAdd}>
            <IconPlus size={15} stroke={1.7} />
            {t('timelines.addDisplays')}
          </Button>
        )}
      </header>
      {isBeyond && <p className={styles.layerNever}>{t('timelines.noSuchScreen')}</p>}
      {list.length === 0 ? (
        <p className={helpers.aside}>{t('timelines.noDisplays')}</p>
      ) : (
        <ul>
          {list.map((mac) => (
            <DisplayLine
              key={mac}
              display={known.get(mac)}
              mac={mac}
              screen={screen}
              screens={screens}
              panels={panels}
              readOnly={readOnly}
              onScreen={(to) => onScreen(mac, to)}
              onDrop={() => onDrop(mac)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  display: Display | undefined
  mac: string
  screen: number
  screens: number
  panels: ReturnType<typeof panelsOf>
  readOnly: boolean
  onScreen: (screen: number) => void
  onDrop: () => void
}
function DisplayLine({ display, mac, screen, screens, panels, readOnly, onScreen, onDrop }: LineProps) {
  const { t } = useTranslation()
  const name = display === undefined ? mac : masterName(display)
  const misfit = useMisfitText()
  const wrong = display && misfit(display, panels)
  return (
    <li>
      <span className={clsx(helpers.grow, setEntryStyles.setEntry)}>
        <b>{name}</b>
        <small className={helpers.mono}>{[display?.storeCode, display?.model, mac].filter(Boolean).join(' · ')}</small>
        {wrong !== undefined && <small className={styles.layerNever}>{wrong}</small>}
      </span>
      {display !== undefined && <DeviceState status={display.connection as 'ONLINE'} />}
      {!readOnly && screens > 1 && (
        <NativeSelect
          className={styles.screenChoice}
          aria-label={t('timelines.screenOf', { name })}
          value={screen}
          onChange={(event) => onScreen(Number(event.target.value))}
        >
          {Array.from({ length: screens }, (_, place) => (
            <option key={place} value={place}>
              {t('timelines.screen', { number: place + 1 })}
            </option>
          ))}
        </NativeSelect>
      )}
      {!readOnly && (
        <Button look="ghost" icon aria-label={t('timelines.drop', { name })} onClick={onDrop}>
          <IconX size={15} stroke={1.7} />
        </Button>
      )}
    </li>
  )
}
