/** The sidebar by task: what exists and may be read. */
import type { Privilege } from '@endcap/contract/privileges'
import {
  IconAddressBook,
  IconArrowsLeftRight,
  IconAlertTriangle,
  IconBarcode,
  IconBell,
  IconBuildingStore,
  IconCloudDownload,
  IconCode,
  IconColumns,
  IconDiscount,
  IconFileImport,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconPackage,
  IconPackages,
  IconPrinter,
  IconReceipt,
  IconRouter,
  IconServer2,
  IconSettings,
  IconTag,
  IconTemperature,
  IconTicket,
  IconUsers,
  IconUserShield,
  IconWebhook,
  IconCalendarTime,
  IconDevices,
  IconDeviceTv,
  IconFolders,
  IconLayoutBoard,
  IconPlaylist,
  IconTimeline,
  IconLayout,
  IconLayoutGrid,
  IconMovie,
  IconPhoto,
  IconPuzzle,
  type Icon,
} from '@tabler/icons-react'
import { paths } from './paths.ts'

export interface NavItem {
  /** i18n key `nav.<name>` */
  name: string
  icon: Icon
  needs: Privilege
  /** With a store chosen, its own list; else the overview. */
  to: (storeCode: string | undefined) => string
  /** Addresses that belong to it. */
  under: RegExp
  /** What the address carries when a store is chosen. */
  search?: (storeCode: string) => object
}
export const navGroups: { name: string; items: NavItem[] }[] = [
  {
    name: 'overview',
    items: [
      {
        name: 'dashboard',
        icon: IconLayoutDashboard,
        needs: 'dashboard.read',
        to: () => paths.dashboard,
        under: /^\/dashboard/,
        search: (store) => ({ stores: [store] }),
      },
      {
        name: 'exceptions',
        icon: IconAlertTriangle,
        needs: 'tag.read',
        to: () => paths.exceptions,
        under: /^\/exceptions/,
        search: (store) => ({ store }),
      },
    ],
  },
  {
    name: 'shelf',
    items: [
      {
        name: 'tags',
        icon: IconTag,
        needs: 'tag.read',
        to: (store) => (store === undefined ? paths.tags : paths.tagList(store)),
        under: /^\/tag/,
      },
      {
        name: 'sensors',
        icon: IconTemperature,
        needs: 'sensor.read',
        to: (store) => (store === undefined ? paths.sensors : paths.sensorList(store)),
        under: /^\/sensor/,
      },
      { name: 'tasks', icon: IconListCheck, needs: 'task.read', to: () => paths.tasks, under: /^\/task/ },
    ],
  },
  {
    name: 'catalogue',
    items: [
      {
        name: 'products',
        icon: IconPackage,
        needs: 'product.read',
        to: (store) => (store === undefined ? paths.products : paths.productList(store)),
        under: /^\/product(?!\/(file|price|secondCode)\/)/,
      },
      { name: 'priceChanges', icon: IconReceipt, needs: 'product.read', to: () => paths.priceChanges, under: /^\/product\/price/ },
      { name: 'families', icon: IconPackages, needs: 'product.read', to: () => paths.families, under: /^\/family-product/ },
      { name: 'layouts', icon: IconLayout, needs: 'ld.read', to: () => paths.layouts, under: /^\/layouts/ },
      { name: 'promotions', icon: IconDiscount, needs: 'product.read', to: () => paths.promotions, under: /^\/setting\/promotion/ },
      {
        name: 'secondCodes',
        icon: IconBarcode,
        needs: 'product.read',
        to: () => paths.secondCodes,
        under: /^\/product\/secondCode/,
      },
      { name: 'files', icon: IconFileImport, needs: 'product.read', to: () => paths.files, under: /^\/product\/file/ },
    ],
  },
  {
    name: 'paper',
    items: [
      {
        name: 'papers',
        icon: IconPrinter,
        needs: 'paper.read',
        to: (store) => (store === undefined ? paths.papers : paths.paperTasks(store)),
        under: /^\/paper(?!\/upload)/,
      },
      { name: 'paperUploads', icon: IconFileImport, needs: 'paper.read', to: () => paths.paperFiles, under: /^\/paper\/upload/ },
      {
        name: 'printing',
        icon: IconTicket,
        needs: 'ip.read',
        to: (store) => (store === undefined ? paths.printing : paths.printList(store)),
        under: /^\/print/,
      },
    ],
  },
  {
    name: 'signage',
    items: [
      ...(
        [
          ['device', 'displays', IconDeviceTv],
          ['image', 'images', IconPhoto],
          ['video', 'videos', IconMovie],
          ['widget', 'widgets', IconPuzzle],
          ['template', 'displayTemplates', IconLayoutGrid],
          ['schedule', 'schedules', IconCalendarTime],
        ] as const
      ).map(([kind, name, icon]): NavItem => ({
        name,
        icon,
        needs: 'plus.read',
        to: (store) => (store === undefined ? paths.signage(kind) : paths.signageList(kind, store)),
        // What displays have shown belongs to them.
        under: new RegExp(`^/plus/${kind === 'device' ? '(device|play)' : kind}`),
      })),
      {
        name: 'masters',
        icon: IconDevices,
        needs: 'plus.read',
        to: () => paths.masters,
        under: /^\/plus\/v1\/master/,
        search: (store) => ({ f: { storeCode: `==${store}` } }),
      },
      ...(
        [
          ['contents', IconFolders],
          ['shows', IconLayoutBoard],
          ['sets', IconPlaylist],
          ['timelines', IconTimeline],
        ] as const
      ).map(([name, icon]): NavItem => ({
        name,
        icon,
        needs: 'plus.read',
        to: () => paths[name],
        under: new RegExp(`^${paths[name]}`),
      })),
    ],
  },
  {
    name: 'infra',
    items: [
      {
        name: 'gateways',
        icon: IconRouter,
        needs: 'store.read',
        to: (store) => (store === undefined ? paths.stores : paths.store(store)),
        under: /^\/store/,
      },
      { name: 'servers', icon: IconServer2, needs: 'server.read', to: () => paths.servers, under: /^\/server/ },
      { name: 'alarms', icon: IconBell, needs: 'alarm.read', to: () => paths.alarms, under: /^\/alarm\/history/ },
    ],
  },
  {
    name: 'admin',
    items: [
      { name: 'members', icon: IconUsers, needs: 'member.read', to: () => paths.members, under: /^\/members/ },
      { name: 'roles', icon: IconUserShield, needs: 'role.read', to: () => paths.roles, under: /^\/roles/ },
      {
        name: 'serverConfig',
        icon: IconSettings,
        needs: 'server_config.read',
        to: () => paths.serverConfig,
        under: /^\/setting\/server-config/,
      },
      {
        name: 'storeConfig',
        icon: IconBuildingStore,
        needs: 'store_config.read',
        to: () => paths.storeConfig,
        under: /^\/setting\/store-config/,
      },
      { name: 'software', icon: IconCloudDownload, needs: 'server_config.read', to: () => paths.software, under: /^\/sw-upgrade/ },
      {
        name: 'amacConfig',
        icon: IconAddressBook,
        needs: 'server_config.read',
        to: () => paths.amacConfig,
        under: /^\/setting\/amac-config/,
      },
      {
        name: 'scripts',
        icon: IconCode,
        needs: 'setting.read',
        to: () => paths.script('product-file-parser'),
        under: /^\/system/,
        search: (store) => ({ store }),
      },
      { name: 'aliasConfig', icon: IconColumns, needs: 'alias.read', to: () => paths.aliasConfig, under: /^\/setting\/alias-config/ },
      { name: 'webhooks', icon: IconWebhook, needs: 'server_config.read', to: () => paths.webhooks, under: /^\/setting\/webhooks/ },
      { name: 'bridges', icon: IconArrowsLeftRight, needs: 'store.read', to: () => paths.bridges, under: /^\/setting\/bridges/ },
      { name: 'tokens', icon: IconKey, needs: 'server_config.read', to: () => paths.tokens, under: /^\/setting\/tokens/ },
      { name: 'notifications', icon: IconMail, needs: 'alarm.read', to: () => paths.notifications, under: /^\/alarm\/notification/ },
      { name: 'audit', icon: IconHistory, needs: 'member.read', to: () => paths.audit, under: /^\/audit/ },
    ],
  },
]

export const searchOf = ({ search }: NavItem, storeCode: string | undefined): object =>
  storeCode === undefined ? {} : (search?.(storeCode) ?? {})

/** The first screen that the account may read, for those who may not read the dashboard. */
export const firstReadable = (can: (wanted: Privilege) => boolean): NavItem | undefined =>
  navGroups.flatMap((group) => group.items).find((item) => can(item.needs))
