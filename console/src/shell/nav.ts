/** The sidebar by task: what exists and may be read. */
import type { Privilege } from '@endcap/contract/privileges'
import { IconBell, IconFileImport, IconListCheck, IconPackage, IconTag, type Icon } from '@tabler/icons-react'
import { paths } from '../app/paths.ts'

export interface NavItem {
  /** i18n key `nav.<name>` */
  name: string
  icon: Icon
  needs: Privilege
  /** With a store chosen, its own list; else the overview. */
  to: (storeCode: string | undefined) => string
  /** Addresses that belong to it. */
  under: RegExp
}
export const navGroups: { name: string; items: NavItem[] }[] = [
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
        under: /^\/product(?!\/file)/,
      },
      { name: 'files', icon: IconFileImport, needs: 'product.read', to: () => paths.files, under: /^\/product\/file/ },
    ],
  },
  { name: 'infra', items: [{ name: 'alarms', icon: IconBell, needs: 'alarm.read', to: () => paths.alarms, under: /^\/alarm/ }] },
]
