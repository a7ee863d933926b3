/** The menu: ten places, each with its screens as tabs, and what the account must be allowed to read for each. */
import type { Privilege } from '@endcap/contract/privileges'
import {
  IconBell,
  IconBuildingStore,
  IconDeviceTv,
  IconDiscount,
  IconHome,
  IconLayoutGrid,
  IconPackage,
  IconPrinter,
  IconSettings,
  IconTag,
  type Icon,
} from '@tabler/icons-react'
import { paths } from './paths.ts'
import { textOf, type Search } from './route.ts'

type Can = (privilege: Privilege) => boolean

export interface NavTab {
  /** i18n key `nav.<name>` */
  name: string
  needs: Privilege
  /** With a store chosen, its own list; else the overview. */
  to: (storeCode: string | undefined) => string
  /** Addresses that belong to it. */
  under: RegExp
  /** Those of them that need the whole width, such as editors: there the tabs are not drawn. */
  whole?: RegExp
  /** What the address carries when a store is chosen; `now`: what it carried until then. */
  search?: (storeCode: string, now: Search) => object
  /** The one store that the address is about, where that stands in what it carries. */
  storeIn?: (search: Search) => string | undefined
}
export interface NavPlace {
  /** i18n key `nav.place.<name>` */
  name: string
  /** After `g` it leads there from every screen. */
  key: string
  icon: Icon
  /** One group is a row of tabs; several are a list with a heading each, `nav.group.<name>`. */
  groups: readonly { name: string; tabs: readonly NavTab[] }[]
}

const place = (name: string, key: string, icon: Icon, ...tabs: NavTab[]): NavPlace => ({ name, key, icon, groups: [{ name, tabs }] })

const signageInStores = (
  [
    ['schedule', 'schedules'],
    ['template', 'displayTemplates'],
    ['image', 'images'],
    ['video', 'videos'],
    ['widget', 'widgets'],
  ] as const
).map(([kind, name]): NavTab => ({
  name,
  needs: 'plus.read',
  to: (store) => (store === undefined ? paths.signage(kind) : paths.signageList(kind, store)),
  under: new RegExp(`^/plus/${kind}`),
  whole: /^\/plus\/\w+\/show\//,
}))
const signageOfChain = (name: 'playlists' | 'timelines' | 'shows' | 'sets' | 'contents' | 'brand'): NavTab => ({
  name,
  needs: 'plus.read',
  to: () => paths[name],
  under: new RegExp(`^${paths[name]}`),
  whole: new RegExp(`^${paths[name]}/(update|schedule|device)`),
})

export const places: readonly NavPlace[] = [
  place(
    'today',
    't',
    IconHome,
    {
      name: 'dashboard',
      needs: 'dashboard.read',
      to: () => paths.dashboard,
      under: /^\/dashboard/,
      search: (store) => ({ stores: [store] }),
      storeIn: ({ stores }) => (Array.isArray(stores) && stores.length === 1 ? textOf(stores[0]) : undefined),
    },
    {
      name: 'exceptions',
      needs: 'tag.read',
      to: () => paths.exceptions,
      under: /^\/exceptions/,
      // Another store has the same lists.
      search: (store, { list }) => ({ store, ...(list !== undefined && { list }) }),
      storeIn: ({ store }) => textOf(store),
    },
  ),
  place(
    'products',
    'p',
    IconPackage,
    {
      name: 'products',
      needs: 'product.read',
      to: (store) => (store === undefined ? paths.products : paths.productList(store)),
      under: /^\/product(?!\/(file|price|secondCode)\/)/,
    },
    { name: 'priceChanges', needs: 'product.read', to: () => paths.priceChanges, under: /^\/product\/price/ },
    { name: 'files', needs: 'product.read', to: () => paths.files, under: /^\/product\/file/ },
    { name: 'families', needs: 'product.read', to: () => paths.families, under: /^\/family-product/ },
    { name: 'secondCodes', needs: 'product.read', to: () => paths.secondCodes, under: /^\/product\/secondCode/ },
  ),
  place(
    'labels',
    'l',
    IconTag,
    {
      name: 'tags',
      needs: 'tag.read',
      to: (store) => (store === undefined ? paths.tags : paths.tagList(store)),
      under: /^\/tag/,
    },
    { name: 'tasks', needs: 'task.read', to: () => paths.tasks, under: /^\/task/ },
    {
      name: 'sensors',
      needs: 'sensor.read',
      to: (store) => (store === undefined ? paths.sensors : paths.sensorList(store)),
      under: /^\/sensor/,
    },
  ),
  place(
    'layouts',
    'y',
    IconLayoutGrid,
    { name: 'layouts', needs: 'ld.read', to: () => paths.layouts, under: /^\/layouts(?!\/rules$)/, whole: /^\/layouts\/./ },
    { name: 'rules', needs: 'ld.read', to: () => paths.layoutRules, under: /^\/layouts\/rules$/ },
  ),
  place('promotions', 'm', IconDiscount, {
    name: 'promotions',
    needs: 'product.read',
    to: () => paths.promotions,
    under: /^\/setting\/promotion/,
  }),
  place(
    'print',
    'r',
    IconPrinter,
    {
      name: 'printing',
      needs: 'ip.read',
      to: (store) => (store === undefined ? paths.printing : paths.printList(store)),
      under: /^\/print/,
    },
    {
      name: 'papers',
      needs: 'paper.read',
      to: (store) => (store === undefined ? paths.papers : paths.paperTasks(store)),
      under: /^\/paper(?!\/upload)/,
    },
    { name: 'paperUploads', needs: 'paper.read', to: () => paths.paperFiles, under: /^\/paper\/upload/ },
  ),
  {
    name: 'signage',
    key: 'd',
    icon: IconDeviceTv,
    groups: [
      {
        name: 'beginHere',
        tabs: [
          signageOfChain('playlists'),
          {
            name: 'displays',
            needs: 'plus.read',
            to: () => paths.displays,
            // The lists of stores, the slides of one, and what they have shown.
            under: /^\/plus\/(v1\/display|device|play)/,
            whole: /^\/plus\/device\/show\//,
            search: (store) => ({ f: { storeCode: `==${store}` } }),
          },
        ],
      },
      { name: 'inStores', tabs: signageInStores },
      {
        name: 'wholeChain',
        tabs: [
          signageOfChain('contents'),
          signageOfChain('brand'),
          {
            name: 'masters',
            needs: 'plus.read',
            to: () => paths.masters,
            under: /^\/plus\/v1\/master/,
            search: (store) => ({ f: { storeCode: `==${store}` } }),
          },
        ],
      },
      // What playlists are made of.
      { name: 'advanced', tabs: (['timelines', 'shows', 'sets'] as const).map(signageOfChain) },
    ],
  },
  place(
    'stores',
    's',
    IconBuildingStore,
    {
      name: 'gateways',
      needs: 'store.read',
      to: (store) => (store === undefined ? paths.stores : paths.store(store)),
      under: /^\/store/,
    },
    { name: 'storeConfig', needs: 'store_config.read', to: () => paths.storeConfig, under: /^\/setting\/store-config/ },
    { name: 'bridges', needs: 'store.read', to: () => paths.bridges, under: /^\/setting\/bridges/ },
  ),
  place(
    'alarms',
    'a',
    IconBell,
    { name: 'alarms', needs: 'alarm.read', to: () => paths.alarms, under: /^\/alarm\/history/ },
    { name: 'notifications', needs: 'alarm.read', to: () => paths.notifications, under: /^\/alarm\/notification/ },
  ),
  {
    name: 'settings',
    key: 'e',
    icon: IconSettings,
    groups: [
      {
        name: 'people',
        tabs: [
          { name: 'members', needs: 'member.read', to: () => paths.members, under: /^\/members/ },
          { name: 'roles', needs: 'role.read', to: () => paths.roles, under: /^\/roles/ },
          { name: 'audit', needs: 'member.read', to: () => paths.audit, under: /^\/audit/ },
        ],
      },
      {
        name: 'data',
        tabs: [
          { name: 'aliasConfig', needs: 'alias.read', to: () => paths.aliasConfig, under: /^\/setting\/alias-config/ },
          {
            name: 'scripts',
            needs: 'setting.read',
            to: () => paths.script('product-file-parser'),
            under: /^\/system/,
            search: (store) => ({ store }),
          },
        ],
      },
      {
        name: 'system',
        tabs: [
          { name: 'serverConfig', needs: 'server_config.read', to: () => paths.serverConfig, under: /^\/setting\/server-config/ },
          { name: 'servers', needs: 'server.read', to: () => paths.servers, under: /^\/server/ },
          { name: 'software', needs: 'server_config.read', to: () => paths.software, under: /^\/sw-upgrade/ },
          { name: 'amacConfig', needs: 'server_config.read', to: () => paths.amacConfig, under: /^\/setting\/amac-config/ },
        ],
      },
      {
        name: 'programs',
        tabs: [
          { name: 'tokens', needs: 'server_config.read', to: () => paths.tokens, under: /^\/setting\/tokens/ },
          { name: 'webhooks', needs: 'server_config.read', to: () => paths.webhooks, under: /^\/setting\/webhooks/ },
        ],
      },
    ],
  },
]

export const tabsOf = ({ groups }: NavPlace): NavTab[] => groups.flatMap(({ tabs }) => tabs)

export interface Where {
  place: NavPlace
  tab: NavTab
}
/** Every tab, with its place. */
export const allTabs: readonly Where[] = places.flatMap((one) => tabsOf(one).map((tab) => ({ place: one, tab })))

/** Where in the menu an address stands. */
export const whereIs = (pathname: string): Where | undefined => allTabs.find(({ tab }) => tab.under.test(pathname))

/** The place with the tabs that may be read, and without groups that have none; undefined without any. */
export function readablePart(of: NavPlace, can: Can): NavPlace | undefined {
  const groups = of.groups
    .map((group) => ({ ...group, tabs: group.tabs.filter(({ needs }) => can(needs)) }))
    .filter(({ tabs }) => tabs.length > 0)
  return groups.length === 0 ? undefined : { ...of, groups }
}

export const searchOf = ({ search }: NavTab, storeCode: string | undefined, now: Search = {}): object =>
  storeCode === undefined ? {} : (search?.(storeCode, now) ?? {})

/** The first screen that the account may read, for those who may not read the dashboard. */
export const firstReadable = (can: Can): NavTab | undefined => allTabs.find(({ tab }) => can(tab.needs))?.tab
