/** The menu: ten places, and one place and tab for each address. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import { describe, expect, test } from 'vitest'
import { allTabs, places, readablePart, tabsOf, whereIs } from './nav.ts'
import { can } from './services.ts'

/** The addresses of the route table, with something for each of their parameters. */
const addresses = [...readFileSync(join(import.meta.dirname, '../routes.tsx'), 'utf8').matchAll(/\bpage\(\s*'([^']+)'/g)].map(
  ([, path = '']) => path.replaceAll(/\$\w+/g, 'S1'),
)

describe('the menu', () => {
  test('has ten places', () =>
    expect(places.map(({ name }) => name)).toEqual([
      'today',
      'products',
      'labels',
      'layouts',
      'promotions',
      'print',
      'signage',
      'stores',
      'alarms',
      'settings',
    ]))
  test('every address stands in one place and under one tab', () => {
    expect(addresses.length).toBeGreaterThan(80)
    const tabs = addresses.map((address) => [address, allTabs.filter(({ tab }) => tab.under.test(address)).map(({ tab }) => tab.name)])
    expect(tabs.filter(([, names]) => names?.length !== 1)).toEqual([])
  })
  test('every tab leads to an address of its own, for all stores and for one', () => {
    for (const { tab } of allTabs)
      for (const storeCode of [undefined, 'S1']) {
        const to = tab.to(storeCode)
        expect([to, addresses.includes(to), whereIs(to)?.tab.name]).toEqual([to, true, tab.name])
      }
    expect(new Set(allTabs.map(({ tab }) => tab.name)).size).toBe(allTabs.length)
  })
  test('tabs are drawn on every screen that a tab leads to, and not in editors', () => {
    for (const { tab } of allTabs)
      for (const storeCode of [undefined, 'S1']) expect(tab.whole?.test(tab.to(storeCode)) ?? false).toBe(false)
    const editors = ['/layouts/7', '/layouts/7/check', '/plus/v1/show/update/3', '/plus/device/show/S1/AA', '/plus/v1/timeline/schedule/1']
    expect(editors.filter((address) => whereIs(address)?.tab.whole?.test(address) !== true)).toEqual([])
  })
})

describe('without the privilege', () => {
  const reading = (...keys: string[]) => {
    const user = { privilege: privilegeKeys.map((key) => ({ key, read: keys.includes(key), write: false })) } as Parameters<typeof can>[0]
    return (privilege: Privilege) => can(user, privilege)
  }
  const shown = (mayRead: (privilege: Privilege) => boolean) =>
    places.flatMap((place) => {
      const part = readablePart(place, mayRead)
      return part === undefined ? [] : [[place.name, tabsOf(part).map(({ name }) => name)]]
    })
  test('an entry is absent, and a place with none of them', () => {
    expect(shown(reading('tag'))).toEqual([
      ['today', ['exceptions']],
      ['labels', ['tags']],
    ])
    expect(shown(reading('server'))).toEqual([['settings', ['servers']]])
    expect(readablePart(places.at(-1)!, reading('server'))?.groups.map(({ name }) => name)).toEqual(['system'])
    expect(shown(reading())).toEqual([])
    expect(reading('tag')('tag.write')).toBe(false)
  })
  test('with all of them, every place has its tabs', () => {
    expect(shown(reading(...privilegeKeys))).toEqual(places.map((place) => [place.name, tabsOf(place).map(({ name }) => name)]))
  })
})
