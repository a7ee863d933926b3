/** What the server finds, as rows that lead to the thing in its own store. */
import type { Found } from '@endcap/contract/search'
import type { Privilege } from '@endcap/contract/privileges'
import { IconBuildingStore, IconDeviceTv, IconLayout, IconPackage, IconRouter, IconTag, IconUser, type Icon } from '@tabler/icons-react'
import { paths } from '../app/paths.ts'

export interface FoundHit {
  id: string
  title: string
  icon: Icon
  to: string
  search?: object
  /** The code below a name. */
  code?: string
  place?: string
  price?: string
  listPrice?: string
  /** The product whose label is shown, and of which store. */
  picture?: { storeCode: string; prCode: string; glass: string | null }
}

export interface HitGroup {
  kind: keyof Found | 'screens'
  hits: FoundHit[]
}

/** Kinds with hits, products first. */
export function hitGroups(found: Found, can: (privilege: Privilege) => boolean): HitGroup[] {
  const groups: HitGroup[] = [
    {
      kind: 'products',
      hits: found.products.map(({ storeCode, storeName, prCode, name, price, listPrice, glass }) => ({
        id: `${storeCode} ${prCode}`,
        title: name === '' ? prCode : name,
        icon: IconPackage,
        to: paths.productList(storeCode),
        search: { peek: prCode },
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
        icon: IconTag,
        to: paths.tagList(storeCode),
        search: { f: { barcode }, peek: tagMac },
        ...(prCode !== null && { code: prCode, picture: { storeCode, prCode, glass } }),
        place: storeName,
      })),
    },
    {
      kind: 'stores',
      hits: found.stores.map(({ storeCode, storeName }) => ({
        id: storeCode,
        title: storeName,
        icon: IconBuildingStore,
        to: can('tag.read') ? paths.tagList(storeCode) : can('product.read') ? paths.productList(storeCode) : paths.store(storeCode),
        code: storeCode,
      })),
    },
    {
      kind: 'gateways',
      hits: found.gateways.map(({ storeCode, storeName, gwMac }) => ({
        id: gwMac,
        title: gwMac,
        icon: IconRouter,
        to: paths.gateway(storeCode, gwMac),
        place: storeName,
      })),
    },
    {
      kind: 'layouts',
      hits: found.layouts.map(({ drawingId, layoutId, size, storeName }) => ({
        id: drawingId,
        title: layoutId,
        icon: IconLayout,
        to: paths.layoutDesigner(drawingId),
        code: size,
        ...(storeName !== null && { place: storeName }),
      })),
    },
    {
      kind: 'displays',
      hits: found.displays.map(({ storeCode, storeName, mac, name }) => ({
        id: mac,
        title: name === '' ? mac : name,
        icon: IconDeviceTv,
        to: paths.signageList('device', storeCode),
        search: { f: { mac } },
        code: mac,
        place: storeName,
      })),
    },
    {
      kind: 'members',
      hits: found.members.map(({ email, name }) => ({
        id: email,
        title: name,
        icon: IconUser,
        to: paths.members,
        search: { f: { email } },
        code: email,
      })),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}
