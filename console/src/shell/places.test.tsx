/** The menu and the tabs of a place, drawn: where entries lead, which one is current, and what is remembered. */
import { beforeEach, describe, expect, test } from 'vitest'
import { privilegeKeys } from '@endcap/contract/privileges'
import { whereIs } from '../app/nav.ts'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { Places } from './Places.tsx'
import { PlaceTabs } from './PlaceTabs.tsx'

const servicesFor = (email: string, keys: readonly string[] = privilegeKeys) => {
  const session = { user: { email, privilege: privilegeKeys.map((key) => ({ key, read: keys.includes(key), write: false })) } }
  return {
    session: { get: () => session, subscribe: () => () => undefined },
    api: { alarms: { openCritical: () => Promise.resolve({ count: 3 }) } },
  }
}
interface At {
  email?: string
  keys?: readonly string[]
  storeCode?: string
}
/** The menu and the tabs as they are at this address. */
async function draw(pathname: string, { email = 'a@shop.example', keys, storeCode }: At = {}) {
  const where = whereIs(pathname)
  await drawDialog(
    <>
      <Places storeCode={storeCode} current={where} />
      {where !== undefined && <PlaceTabs storeCode={storeCode} current={where} pathname={pathname} />}
    </>,
    { path: pathname, services: servicesFor(email, keys), words: ['nav', 'common'] },
  )
  await eventually(() => expect(document.querySelector('nav')).not.toBeNull())
}
const linksOf = (label: string) => [...document.querySelectorAll<HTMLAnchorElement>(`nav[aria-label="${label}"] a`)]
const textOf = (link: Element) => link.textContent
const current = (label: string) => linksOf(label).filter((link) => link.getAttribute('aria-current') === 'page')
const entry = (name: string) => linksOf('Main').find((link) => link.textContent.startsWith(name))

beforeEach(() => localStorage.clear())

describe('the menu', () => {
  test('has the ten places with the current one marked, and the open critical alarms at Alarms', async () => {
    await draw('/task')
    await eventually(() => expect(entry('Alarms')?.textContent).toContain('3 critical alarms are open'))
    expect(linksOf('Main').map((link) => link.textContent.replace(/\d.*/, ''))).toEqual([
      'Today',
      'Products',
      'Labels',
      'Layouts',
      'Promotions',
      'Print',
      'Signage',
      'Stores',
      'Alarms',
      'Settings',
    ])
    expect(current('Main').map(textOf)).toEqual(['Labels'])
  })
  test('shows no place of which nothing may be read, and leads to the first tab that may', async () => {
    await draw('/sensor', { keys: ['sensor', 'server'] })
    expect(linksOf('Main').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Labels', '/sensor'],
      ['Settings', '/server'],
    ])
    // One tab is no choice.
    expect(document.querySelectorAll('nav')).toHaveLength(1)
  })
  test('leads to the tab of the place that this account had open last, of the store that is chosen', async () => {
    localStorage.setItem('endcap.tabs.a@shop.example', JSON.stringify({ labels: 'sensors', products: 'files', print: 'gone' }))
    localStorage.setItem('endcap.tabs.b@shop.example', JSON.stringify({ labels: 'tags' }))
    await draw('/members', { storeCode: 'S1' })
    expect(['Labels', 'Products', 'Print'].map((name) => entry(name)?.getAttribute('href'))).toEqual([
      '/sensor/detail/S1',
      '/product/file/upload/history',
      '/print/edit/S1',
    ])
  })
  test('a link to another tab wins over what is remembered, and is remembered from then on', async () => {
    localStorage.setItem('endcap.tabs.a@shop.example', JSON.stringify({ labels: 'sensors', products: 'files' }))
    await draw('/task/detail/S1/10/UPDATE')
    expect(current('Screens of Labels').map(textOf)).toEqual(['Update tasks'])
    expect(entry('Labels')?.getAttribute('href')).toBe('/task')
    await eventually(() =>
      expect(JSON.parse(localStorage.getItem('endcap.tabs.a@shop.example') ?? '')).toEqual({ labels: 'tasks', products: 'files' }),
    )
  })
  test('a broken memory is none', async () => {
    localStorage.setItem('endcap.tabs.a@shop.example', '{"labels":7')
    await draw('/members')
    expect(entry('Labels')?.getAttribute('href')).toBe('/tag')
  })
})

describe('the tabs of a place', () => {
  test('are a row of links with the current one marked', async () => {
    await draw('/product/price/history', { storeCode: 'S1' })
    expect(linksOf('Screens of Products').map(textOf)).toEqual([
      'Products',
      'Price changes',
      'File imports',
      'Shared families',
      'Second codes',
    ])
    expect(current('Screens of Products').map(textOf)).toEqual(['Price changes'])
    expect(linksOf('Screens of Products')[0]?.getAttribute('href')).toBe('/product/list/S1')
  })
  test('many of them stand in groups with a heading, which a button folds out and Escape folds in', async () => {
    await draw('/roles')
    const groups = [...document.querySelectorAll('[role=group]')]
    const names = groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent)
    expect(names).toEqual(['People', 'Data', 'System', 'Programs'])
    expect(current('Screens of Settings').map(textOf)).toEqual(['Roles'])
    // Drawn anew when its words come.
    const button = () => document.querySelector<HTMLButtonElement>('button[aria-expanded]')
    const isOpen = () => button()?.getAttribute('aria-expanded')
    expect([button()?.textContent, isOpen()]).toEqual(['Roles', 'false'])
    button()?.click()
    await eventually(() => expect(isOpen()).toBe('true'))
    button()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await eventually(() => expect(isOpen()).toBe('false'))
  })
  test('give the width to an editor, and stay in the memory', async () => {
    await draw('/plus/v1/show/update/3')
    expect(document.querySelectorAll('nav')).toHaveLength(1)
    expect(entry('Signage')?.getAttribute('href')).toBe('/plus/v1/show')
  })
})
