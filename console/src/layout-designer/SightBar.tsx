/** What the layout is looked at with: store, product, panel; and what the label looks like with ten products. */
import type { LayoutSample } from '@endcap/contract/layouts'
import type { LayoutDefinition } from '@endcap/label/layout'
import { IconHandFinger, IconLayoutGrid, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { inksOf } from '../ui/drawings.ts'
import { useAliases } from '../data/aliases.ts'
import { Problem } from '../ui/Problem.tsx'
import { Choice } from './controls.tsx'
import { aliasesRead, valueOf } from './sight.ts'
import type { SmallLabel, useSmallLabels } from './use-drawn.ts'
import type { Sight } from './use-sight.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Input } from '../ui/inputs.tsx'
import { StoreField } from '../form/StoreField.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  sight: Sight
  definition: LayoutDefinition
  smallLabels: ReturnType<typeof useSmallLabels>
  /** The codes of those that are in sight. */
  onSeen: (codes: ReadonlySet<string>) => void
}

export function SightBar({ sight, definition, smallLabels, onSeen }: Props) {
  const { t } = useTranslation()
  const { storeCode, isFixed, samples, query, product, byHand, inRows } = sight
  return (
    <section aria-label={t('layoutDesigner.sight')}>
      <div className={styles.sightBar}>
        {storeCode !== undefined && (
          <StoreField
            aria-label={t('layouts.store')}
            className={styles.sightStore}
            value={storeCode}
            onChange={sight.chooseStore}
            disabled={isFixed}
          />
        )}
        {storeCode !== undefined && (
          <label className={styles.sightSearch}>
            <IconSearch size={14} stroke={1.7} aria-hidden />
            <Input
              type="search"
              value={sight.text}
              placeholder={t('layoutDesigner.findProduct')}
              aria-label={t('layoutDesigner.findProduct')}
              onChange={({ currentTarget }) => sight.setText(currentTarget.value)}
            />
          </label>
        )}
        <Button aria-pressed={byHand} disabled={samples.length === 0 && product === undefined} onClick={() => sight.setByHand(!byHand)}>
          <IconHandFinger size={15} stroke={1.7} />
          {t('layoutDesigner.byHand')}
        </Button>
        {samples.length > 1 && (
          <Button aria-pressed={inRows} onClick={() => sight.setInRows(!inRows)}>
            <IconLayoutGrid size={15} stroke={1.7} />
            {t('layoutDesigner.sideBySide')}
          </Button>
        )}
      </div>
      <Problem query={query} />
      {byHand && <Typed sight={sight} definition={definition} />}
      {sight.hasNone && <Hint className={styles.sightHint}>{t('layoutDesigner.noStores')}</Hint>}
      {storeCode !== undefined && samples.length === 0 && query.error === null && !query.isFetching && (
        <Hint className={styles.sightHint}>{t(sight.text.trim() === '' ? 'layoutDesigner.noProducts' : 'common.nothingFound')}</Hint>
      )}
      {storeCode !== undefined && samples.length === 0 && query.isFetching && <Skeleton className={styles.sightWaits} aria-busy="true" />}
      {samples.length > 0 && <Strip sight={sight} smallLabels={smallLabels} onSeen={onSeen} size={definition} />}
    </section>
  )
}

/** Panels that show the drawing, by their inks. */
export function PanelChoice({ sight: { panel, panels, choosePanel } }: { sight: Sight }) {
  const { t } = useTranslation()
  if (panels.length < 2) return null
  return (
    <Choice
      label={t('layoutDesigner.panel')}
      value={panel}
      options={panels.map((value) => ({
        value,
        label: t(`layouts.colours.${value}`),
        icon: <InkDots inks={['#fff', ...inksOf(value)]} />,
      }))}
      onChange={choosePanel}
    />
  )
}
const InkDots = ({ inks }: { inks: readonly string[] }) => (
  <span className={styles.inkDots} aria-hidden>
    {inks.map((ink) => (
      <i key={ink} style={{ background: ink }} />
    ))}
  </span>
)

/** The fields that the layout reads, to be typed. */
function Typed({ sight, definition }: Pick<Props, 'sight' | 'definition'>) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const read = aliasesRead(definition, aliases)
  return (
    <div className={styles.sightTyped} role="group" aria-label={t('layoutDesigner.typedValues')}>
      {read.length === 0 && <Hint>{t('layoutDesigner.noFields')}</Hint>}
      {read.map((alias) => (
        <label key={alias.index} className={editorStyles.textField}>
          <span title={alias.name}>{alias.label}</span>
          <Input
            value={sight.typed[alias.index] ?? valueOf(alias, sight.shown)}
            maxLength={2000}
            onChange={({ currentTarget }) => sight.type(alias.index, currentTarget.value)}
          />
        </label>
      ))}
    </div>
  )
}

/** How large the small labels are at most, pixels of the screen. */
const small = { width: 148, height: 84 }
const smallInRows = { width: 118, height: 84 }
function Strip({
  sight,
  smallLabels: { labels, busy },
  onSeen,
  size,
}: Pick<Props, 'sight' | 'smallLabels' | 'onSeen'> & { size: { width: number; height: number } }) {
  const { t } = useTranslation()
  const aliases = useAliases()
  const list = useRef<HTMLUListElement>(null)
  const { samples, product, byHand, inRows } = sight
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => onSeen(seen), [seen, onSeen])
  useEffect(() => {
    const root = list.current
    if (root === null) return
    // Those that are not scrolled to are not drawn.
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((now) => {
          const next = new Set(now)
          for (const { target, isIntersecting } of entries) {
            const code = target.getAttribute('data-sample') ?? ''
            if (isIntersecting) next.add(code)
            else next.delete(code)
          }
          return next
        }),
      { root, rootMargin: '80px' },
    )
    const codes = new Set(samples.map(({ prCode }) => prCode))
    for (const item of root.children) if (codes.has(item.getAttribute('data-sample') ?? '')) observer.observe(item)
    return () => observer.disconnect()
  }, [samples])
  const name = aliases.find((alias) => alias.type === 'name')
  const room = inRows ? smallInRows : small
  const scale = Math.min(room.width / size.width, room.height / size.height, 1)
  const onKey = (event: KeyboardEvent, at: number) => {
    const items = [...(list.current?.children ?? [])].filter((item) => item instanceof HTMLElement)
    const inRow = items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop).length
    const [left, right, up, down] = [at - 1, at + 1, at - inRow, at + inRow]
    const to = { ArrowLeft: left, ArrowRight: right, ArrowUp: up, ArrowDown: down, Home: 0, End: samples.length - 1 }[event.key]
    const next = to === undefined ? undefined : samples[to]
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-sample="${CSS.escape(next.prCode)}"] button`)?.focus()
  }
  return (
    <ul className={styles.sightStrip} ref={list} data-rows={inRows || undefined} aria-label={t('layoutDesigner.samples')} aria-busy={busy}>
      {samples.map((sample, at) => (
        <li key={sample.prCode} data-sample={sample.prCode}>
          <button
            type="button"
            aria-pressed={!byHand && sample.prCode === product?.prCode}
            onClick={() => sight.chooseProduct(sample.prCode)}
            onKeyDown={(event) => onKey(event, at)}
          >
            <SmallPicture label={labels.get(sample.prCode)} width={size.width * scale} height={size.height * scale} />
            <b>{name === undefined ? sample.prCode : sample.prInfo[name.index] || sample.prCode}</b>
            <span>{whyText(sample, t)}</span>
            <SmallSign label={labels.get(sample.prCode)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
const whyText = ({ why, prCode }: LayoutSample, t: (key: string) => string) =>
  why === 'any' || why === 'asked' ? prCode : t(`layouts.why.${why}`)

function SmallPicture({ label, width, height }: { label: SmallLabel | undefined; width: number; height: number }) {
  const { t } = useTranslation()
  return (
    <span className={styles.smallLabel} style={{ width, height }} data-wait={label === undefined || undefined}>
      {label?.picture !== undefined && <img src={label.picture} alt="" width={width} height={height} draggable={false} />}
      {label !== undefined && label.picture === undefined && <i>{t('layoutDesigner.pageNotShown')}</i>}
    </span>
  )
}

function SmallSign({ label: { errors, warnings } = { picture: undefined, errors: 0, warnings: 0 } }: { label: SmallLabel | undefined }) {
  const { t } = useTranslation()
  const count = errors + warnings
  if (count === 0) return null
  return (
    <em className={styles.findingSign} data-level={errors > 0 ? 'error' : 'warning'}>
      <span aria-hidden>{count}</span>
      <span className={helpers.screenReader}>{t('layoutDesigner.findingCount', { count })}</span>
    </em>
  )
}
