/** What is found, as rows that lead to the thing, of a store in that store. */
import type { Drawing } from '@endcap/contract/layout-drawings'
import type { Found } from '@endcap/contract/search'
import type { Privilege } from '@endcap/contract/privileges'
import { IconBuildingStore, IconDeviceTv, IconLayout, IconPackage, IconRouter, IconTag, IconUser, type Icon } from '@tabler/icons-react'
import { paths } from '../app/paths.ts'
import type { Leads } from './actions.ts'

export interface FoundHit {
  id: string
  title: string
  icon: Icon
  leads: Leads
  /** The code below a name. */
  code?: string
  place?: string
  price?: string
  listPrice?: string
  /** The product whose label is shown, and of which store. */
  picture?: { storeCode: string; prCode: string; glass: string | null }
  /** The layout whose drawing is shown. */
  layout?: Pick<Drawing, 'drawingId' | 'size' | 'modelClass' | 'updatedAt' | 'storeCode'>
}

export type HitKind = keyof Found | 'screens' | 'actions' | 'settings'
export interface HitGroup {
  /** i18n key `search.<kind>` */
  kind: HitKind | 'recent' | 'whichStore'
  hits: FoundHit[]
}

/** What stands for each kind where there is no picture. */
export const signOfKind: Record<keyof Found, Icon> = {
  products: IconPackage,
  tags: IconTag,
  stores: IconBuildingStore,
  gateways: IconRouter,
  layouts: IconLayout,
  displays: IconDeviceTv,
  members: IconUser,
}

/** Kinds with hits, products first. */
export function hitGroups(found: Found, can: (privilege: Privilege) => boolean): HitGroup[] {
  const groups: HitGroup[] = [
    {
      kind: 'products',
      hits: found.products.map(({ storeCode, storeName, prCode, name, price, listPrice, glass }) => ({
        id: `${storeCode} ${prCode}`,
        title: name === '' ? prCode : name,
        icon: signOfKind.products,
        leads: { at: { to: paths.productList(storeCode), search: { peek: prCode } } },
        code: prCode,
        place: storeName,
        price,
        listPrice,
        picture: { storeCode, prCode, glass },
      })),
    },
    {
      kind: 'tags',
      hits: found.tags.map(({ storeCode, storeName, tagMac, barcode, prCode, glass }) => ({
        id: tagMac,
        title: barcode,
        icon: signOfKind.tags,
        leads: { at: { to: paths.tagList(storeCode), search: { f: { barcode }, peek: tagMac } } },
        ...(prCode !== null && { code: prCode, picture: { storeCode, prCode, glass } }),
        place: storeName,
      })),
    },
    {
      kind: 'stores',
      hits: found.stores.map(({ storeCode, storeName }) => ({
        id: storeCode,
        title: storeName,
        icon: signOfKind.stores,
        leads: {
          at: {
            to: can('tag.read') ? paths.tagList(storeCode) : can('product.read') ? paths.productList(storeCode) : paths.store(storeCode),
          },
        },
        code: storeCode,
      })),
    },
    {
      kind: 'gateways',
      hits: found.gateways.map(({ storeCode, storeName, gwMac }) => ({
        id: gwMac,
        title: gwMac,
        icon: signOfKind.gateways,
        leads: { at: { to: paths.gateway(storeCode, gwMac) } },
        place: storeName,
      })),
    },
    {
      kind: 'layouts',
      hits: found.layouts.map(({ storeName, ...layout }) => ({
        id: layout.drawingId,
        title: layout.layoutId,
        icon: signOfKind.layouts,
        leads: { at: { to: paths.layoutDesigner(layout.drawingId) } },
        code: layout.size,
        layout,
        ...(storeName !== null && { place: storeName }),
      })),
    },
    {
      kind: 'displays',
      hits: found.displays.map(({ storeCode, storeName, mac, name }) => ({
        id: mac,
        title: name === '' ? mac : name,
        icon: signOfKind.displays,
        leads: { at: { to: paths.signageList('device', storeCode), search: { f: { mac } } } },
        code: mac,
        place: storeName,
      })),
    },
    {
      kind: 'members',
      hits: found.members.map(({ email, name }) => ({
        id: email,
        title: name,
        icon: signOfKind.members,
        leads: { at: { to: paths.members, search: { f: { email } } } },
        code: email,
      })),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}
