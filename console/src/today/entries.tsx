/** The entries that causes are told as: a store that is out of reach is one, and so are all labels that show a wrong price. */
import { useMediaQuery } from '@mantine/hooks'
import type { Cause, WalkKind } from '@endcap/contract/today'
import {
  IconBattery1,
  IconBuildingStore,
  IconDeviceTvOff,
  IconDiscountOff,
  IconFileAlert,
  IconRouterOff,
  IconRubberStamp,
  IconTag,
  IconWifiOff,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { formatNumber } from '../ui/format.ts'
import { handheldWidth } from '../ui/handheld.ts'
import helpers from '../ui/helpers.module.css'
import type { EntryProps } from './Entry.tsx'
import { Prices } from './Prices.tsx'
import { TwoLabels } from './TwoLabels.tsx'
import { useSince } from './when.ts'

type Of<K extends Cause['kind']> = Extract<Cause, { kind: K }>
type Row = EntryProps & { key: string }
/** Named beside a heading; the number says how many there are. */
const namedInLine = 3

/** What all entries say in the same way. */
interface Texts {
  t: TFunction
  since: (at: number, timeZone: string) => string
  number: (count: number) => { count: number; number: string }
  inStores: (cause: { stores: number; examples: readonly { storeName: string }[] }) => string
  walk: (kind: WalkKind, cause: { stores: number; examples: readonly { storeCode: string }[] }) => EntryProps['act']
}

export function useEntries(causes: readonly Cause[], { at, stores }: { at: number; stores: readonly string[] }): Row[] {
  const { t } = useTranslation()
  const since = useSince(at)
  const handheld = useMediaQuery(handheldWidth) ?? false
  const number = (count: number) => ({ count, number: formatNumber(count) })
  const texts: Texts = {
    t,
    since,
    number,
    inStores: (cause) => (cause.stores === 1 ? (cause.examples[0]?.storeName ?? '') : t('today.inStores', number(cause.stores))),
    // On a phone the labels of one store are walked to in its aisle at once.
    walk: (kind, cause) => {
      const [first] = cause.examples
      const text = t('today.walk')
      if (handheld && cause.stores === 1 && first !== undefined)
        return { text, to: paths.tagList(first.storeCode), search: { view: 'aisle', do: 'find', walk: kind } }
      return { text, to: paths.walk, search: { walk: kind, ...(stores.length > 0 && { stores }) } }
    },
  }
  return causes.flatMap((cause) => {
    switch (cause.kind) {
      case 'wrong-price':
        return wrongPrice(cause, texts)
      case 'store-offline':
        return offlineStores(cause, texts)
      case 'files-refused':
        return filesRefused(cause, texts)
      case 'promotions-empty':
        return emptyPromotions(cause, texts)
      case 'gateway-offline':
      case 'access-points':
        return outOfReach(cause, texts)
      case 'displays-offline':
        return silentDisplays(cause, texts)
      case 'approvals':
        return approvals(cause, texts)
      case 'low-battery':
        return batteries(cause, texts)
    }
  })
}

const wrongPrice = (cause: Of<'wrong-price'>, { t, since, number, inStores, walk }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  return [
    {
      key: cause.kind,
      look: 'bad',
      icon: IconTag,
      title: t(cause.orMore ? 'today.wrongPriceOrMore' : 'today.wrongPrice', number(cause.count)),
      where: [inStores(cause), ...(cause.count === 1 && first.since !== null ? [since(first.since, first.timeZone)] : [])].join(' · '),
      detail: <Prices labels={cause.examples} more={cause.count - cause.examples.length} />,
      picture: <TwoLabels label={first} />,
      act: walk(cause.kind, cause),
    },
  ]
}

const offlineStores = (cause: Of<'store-offline'>, { t, since, number }: Texts): Row[] => [
  ...cause.examples.map((store): Row => ({
    key: `${cause.kind} ${store.storeCode}`,
    look: 'bad',
    icon: IconWifiOff,
    title: t('today.storeOffline', { store: store.storeName }),
    where: since(store.since, store.timeZone),
    detail: [
      t('today.labelsUnreachable', number(store.labels)),
      t('today.gatewaysSilent', number(store.gateways)),
      store.together && t('today.together'),
      store.wrong !== null && store.wrong > 0 && t('today.wrongThere', number(store.wrong)),
    ]
      .filter(Boolean)
      .join(' '),
    act: { text: t('today.openStore'), to: paths.store(store.storeCode) },
  })),
  ...(cause.count > cause.examples.length
    ? [
        {
          key: `${cause.kind} more`,
          look: 'bad' as const,
          icon: IconWifiOff,
          title: t('today.moreStoresOffline', number(cause.count - cause.examples.length)),
          where: '',
          detail: '',
          act: { text: t('today.allStores'), to: paths.stores },
        },
      ]
    : []),
]

const filesRefused = (cause: Of<'files-refused'>, { t, since, number, inStores }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  return [
    {
      key: cause.kind,
      look: 'alarm',
      icon: IconFileAlert,
      title: t('today.filesRefused', number(cause.count)),
      where: [inStores(cause), since(first.since, first.timeZone)].join(' · '),
      detail: (
        <>
          <span className={helpers.mono}>{first.fileName}</span> · {t('today.wrongLines', number(first.errorCount))}
        </>
      ),
      act: { text: t('today.seeLines'), to: cause.count === 1 ? paths.file(first.fileId) : paths.files },
    },
  ]
}

const emptyPromotions = (cause: Of<'promotions-empty'>, { t, since, number, inStores }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  return [
    {
      key: cause.kind,
      look: 'alarm',
      icon: IconDiscountOff,
      title: t('today.promotionsEmpty', number(cause.count)),
      where: [inStores(cause), ...(cause.count === 1 ? [since(first.since, first.timeZone)] : [])].join(' · '),
      detail: cause.examples
        .slice(0, namedInLine)
        .map(({ name }) => name)
        .join(' · '),
      act: { text: t('today.openPromotion', number(cause.count)), to: paths.promotions, search: { type: first.storeType } },
    },
  ]
}

const outOfReach = (cause: Of<'gateway-offline'> | Of<'access-points'>, { t, since, number, inStores }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  const points = cause.kind === 'access-points'
  const nameOf = (one: { gwMac: string; name?: string }) => one.name || one.gwMac
  return [
    {
      key: cause.kind,
      look: 'alarm',
      icon: points ? IconBuildingStore : IconRouterOff,
      title: t(points ? 'today.accessPoints' : 'today.gatewaysOffline', number(cause.count)),
      where: [inStores(cause), ...(cause.count === 1 ? [since(first.since, first.timeZone)] : [])].join(' · '),
      detail: cause.examples
        .slice(0, namedInLine)
        .map((one) => t('today.gatewayLabels', { gateway: nameOf(one), store: one.storeName, ...number(one.labels) }))
        .join(' · '),
      act: {
        text: t(cause.count === 1 ? 'today.openGateway' : 'today.openStores'),
        to:
          cause.count === 1
            ? paths.gateway(first.storeCode, first.gwMac)
            : cause.stores === 1
              ? paths.store(first.storeCode)
              : paths.stores,
      },
    },
  ]
}

const silentDisplays = (cause: Of<'displays-offline'>, { t, since, number, inStores }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  return [
    {
      key: cause.kind,
      look: 'alarm',
      icon: IconDeviceTvOff,
      title: t('today.displaysOffline', number(cause.count)),
      where: [inStores(cause), ...(cause.count === 1 ? [since(first.since, first.timeZone)] : [])].join(' · '),
      detail: cause.examples
        .slice(0, namedInLine)
        .map(({ name, mac }) => name || mac)
        .join(' · '),
      act: {
        text: t('today.openDisplays', number(cause.count)),
        to: cause.stores === 1 ? paths.signageList('device', first.storeCode) : paths.signage('device'),
      },
    },
  ]
}

const approvals = (cause: Of<'approvals'>, { t, number }: Texts): Row[] => {
  const [first] = cause.examples
  if (first === undefined) return []
  const parts = [
    cause.gateways > 0 && t('today.gateways', number(cause.gateways)),
    cause.displays > 0 && t('today.displays', number(cause.displays)),
  ]
  const displays = first.storeCode === null ? paths.signage('device') : paths.signageList('device', first.storeCode)
  return [
    {
      key: cause.kind,
      look: 'idle',
      icon: IconRubberStamp,
      title: t('today.approvals', number(cause.count)),
      where: parts.filter(Boolean).join(' · '),
      detail: cause.examples
        .slice(0, namedInLine)
        .map(({ mac, address }) => [mac, address].filter(Boolean).join(' '))
        .join(' · '),
      act: {
        text: t('today.decide'),
        ...(cause.gateways > 0 ? { to: paths.stores, search: { tab: 'waiting' } } : { to: displays }),
      },
    },
  ]
}

const batteries = (cause: Of<'low-battery'>, { t, number, inStores, walk }: Texts): Row[] => [
  {
    key: cause.kind,
    look: 'idle',
    icon: IconBattery1,
    title: t('today.batteries', number(cause.count)),
    where: inStores(cause),
    detail: cause.examples.map(({ storeName, labels }) => `${storeName} ${formatNumber(labels)}`).join(' · '),
    act: walk(cause.kind, cause),
  },
]
