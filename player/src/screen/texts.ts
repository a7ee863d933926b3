/** Screens of words: the code while the display waits, who it is, its products page by page, the setup. They fill any shape of window. */
import type { Manifest } from '@endcap/contract/player'
import { gridFor, gridOf, type Grid } from '@endcap/signage/price-list'
import { element } from '../element.ts'
import { words } from '../words.ts'
import { still, type View } from './view.ts'

export const blackView = (): View => still(element('div', 'view'))

export const nameView = (name: string): View => still(element('div', 'view words', [element('p', 'large', name)]))

export function codeView({ mac, code, note }: { mac: string; code: string | undefined; note: string }): View {
  const lines = [element('p', 'note', note), element('p', 'mono', mac), element('p', 'faint', location.host)]
  const digits = code === undefined ? [] : [element('p', 'code mono', `${code.slice(0, 3)} ${code.slice(3)}`)]
  return still(element('div', 'view words', [...digits, element('div', 'lines', lines)]))
}

export interface Facts {
  ip: string
  version: string
  online: boolean
}
export function infoView({ device, screen }: Manifest, { ip, version, online }: Facts): View {
  const rows: [string, string][] = [
    [words.address, device.mac],
    [words.ip, ip],
    [words.model, [device.model, `${screen.width} × ${screen.height}`].filter((part) => part !== '').join(' · ')],
    [words.version, version],
    [words.store, `${device.storeName} (${device.storeCode})`],
    [words.template, device.template],
    [words.network, `${online ? words.online : words.offline} · ${location.host}`],
  ]
  const facts = rows.map(([name, value]) => element('div', '', [element('dt', '', name), element('dd', '', value === '' ? '–' : value)]))
  const title = device.name === '' ? device.mac : device.name
  return still(element('div', 'view info', [element('h1', '', title), element('dl', '', facts)]))
}

export function pagesOf(count: number, { rows, columns }: Grid): number {
  return Math.max(1, Math.ceil(count / (rows * columns)))
}

/** For whom products are shown, and how large. */
export interface ProductsRoom {
  forStaff: boolean
  width: number
  height: number
}
const shownFields = 3
/** `forStaff`: with the code, which says nothing to customers. */
function productCard({ prCode, name, price, fields }: Manifest['products'][number], { forStaff }: { forStaff: boolean }): HTMLElement {
  const more = fields.filter(([, value]) => value !== name && value !== price && value !== prCode).slice(0, shownFields)
  return element('article', '', [
    element('h2', '', name === '' ? prCode : name),
    element('p', 'price', price),
    element('p', 'faint', [...(forStaff ? [prCode] : []), ...more.map(([, value]) => value)].join(' · ')),
  ])
}
export function productsView({ products }: Manifest, page: number, { forStaff, ...room }: ProductsRoom): View {
  const grid = gridOf(room)
  const size = grid.rows * grid.columns
  const shown = products.slice(page * size, (page + 1) * size)
  if (products.length === 0) return nameView(words.noProducts)
  const view = element(
    'div',
    'view products',
    shown.map((product) => productCard(product, { forStaff })),
  )
  const { rows, columns } = gridFor(products.length, room)
  view.style.gridTemplate = `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`
  return still(view)
}
/** One product as large as the screen. */
export function productView(product: Manifest['products'][number]): HTMLElement {
  return element('div', 'view products one', [productCard(product, { forStaff: true })])
}
