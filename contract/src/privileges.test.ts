import { describe, expect, test } from 'vitest'
import {
  administratorRoleId,
  changeRight,
  privilegeKeys,
  privilegeTree,
  settleRights,
  type PrivilegeKey,
  type Right,
} from './privileges.ts'

const none: Right[] = privilegeKeys.map((key) => ({ key, read: false, write: false }))
const held = (rights: readonly Right[]) =>
  rights.flatMap(({ key, read, write }) => [...(read ? [`${key}.read`] : []), ...(write ? [`${key}.write`] : [])])
const tick = (...ticks: [PrivilegeKey, 'read' | 'write', boolean][]) =>
  held(ticks.reduce((rights, one) => changeRight(rights, ...one), none))

test('the tree holds every key once, children behind their parent', () => {
  expect(privilegeTree.map((line) => line.key).toSorted()).toEqual([...privilegeKeys].toSorted())
  const setting = privilegeTree.findIndex((line) => line.key === 'setting')
  expect(privilegeTree.slice(setting + 1, setting + 4).map((line) => line.parent)).toEqual(['setting', 'setting', 'setting'])
  expect(privilegeTree.slice(setting, setting + 4).map((line) => line.depth)).toEqual([0, 1, 1, 1])
})

describe('ticks', () => {
  test('writing takes reading along; reading takes writing away with it', () => {
    expect(tick(['tag', 'write', true])).toEqual(['tag.read', 'tag.write'])
    expect(tick(['tag', 'write', true], ['tag', 'read', false])).toEqual([])
  })
  test('settings are read while one of their parts is', () => {
    expect(tick(['alias', 'read', true])).toEqual(['setting.read', 'alias.read'])
    expect(tick(['alias', 'read', true], ['alias', 'read', false])).toEqual([])
    expect(tick(['setting', 'write', true], ['alias', 'read', false])).toContain('setting.write')
  })
  test('settings take their parts along, both ways', () => {
    expect(tick(['setting', 'read', true])).toEqual(['setting.read', 'alias.read', 'server_config.read', 'store_config.read'])
    expect(tick(['setting', 'write', true], ['setting', 'read', false])).toEqual([])
  })
})

test('the role of administrators is 0, as in the specification', () => {
  expect(administratorRoleId).toBe(0)
})

test('what is stored otherwise holds as the rules say', () => {
  expect(held(settleRights([{ key: 'tag', read: false, write: true }]))).toEqual([])
  expect(held(settleRights([{ key: 'setting', read: true, write: true }]))).toEqual([])
})
