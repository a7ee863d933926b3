import type { MasterConfig } from '@endcap/contract/display-masters'
import { describe, expect, test } from 'vitest'
import { asBright, asVolume, configProblem, masterName, refusals, versionText } from './masters.ts'

const config: MasterConfig = {
  code: '',
  name: '',
  storeCode: 'S1',
  category: '',
  section: '',
  shelfID: '',
  position: '',
  timezone: '',
  volume: 3,
  bright: 10,
  orientation: 0,
  bt: false,
  nfc: false,
  autorun: true,
  autoupdate: false,
  timeserver: '',
  opentime: '',
  closetime: '',
  adminPwd: '',
  managerPwd: '',
  screenInterval: 0,
  cameraInterval: 0,
}

test('a volume outside of 0 to 15 is 0, a brightness outside of 0 to 10 is 10', () => {
  expect([0, 15, 16, -1, 3.5, '7', '', 'x', null].map(asVolume)).toEqual([0, 15, 0, 0, 0, 7, 0, 0, 0])
  expect([0, 10, 11, -1, 3.5, '7', '', 'x', null].map(asBright)).toEqual([0, 10, 10, 10, 10, 7, 10, 10, 10])
})

test('a display has its name, else its code, else its address', () => {
  expect(masterName({ name: 'Bread', code: 'B1', mac: '02:00:00:00:00:01' })).toBe('Bread')
  expect(masterName({ name: '', code: 'B1', mac: '02:00:00:00:00:01' })).toBe('B1')
  expect(masterName({ name: '', code: '', mac: '02:00:00:00:00:01' })).toBe('02:00:00:00:00:01')
  expect(versionText({ player: '1.4.0', host: '2.0.1' })).toBe('player 1.4.0, host 2.0.1')
})

describe('settings', () => {
  test('what a display cannot do says why', () => {
    const all = {
      host: true,
      reboot: true,
      brightness: true,
      screenshot: true,
      offlineStart: true,
      update: true,
      bluetooth: true,
      nfc: true,
      autorun: true,
      timeserver: true,
      vectorCards: true,
      androidWidgets: false,
    }
    const always = { cameraInterval: 'camera' }
    expect(refusals(all)).toEqual(always)
    expect(refusals({ ...all, brightness: false })).toEqual({ ...always, bright: 'brightness' })
    expect(refusals({ ...all, update: false })).toEqual({ ...always, autoupdate: 'update' })
    for (const [cap, field] of [
      ['bluetooth', 'bt'],
      ['nfc', 'nfc'],
      ['autorun', 'autorun'],
      ['timeserver', 'timeserver'],
    ] as const)
      expect(refusals({ ...all, [cap]: false })).toEqual({ ...always, [field]: 'command' })
  })

  test('times, intervals and codes that are none are named', () => {
    expect(configProblem({ ...config, opentime: '08:30', closetime: '24:00', adminPwd: '1234' })).toBeUndefined()
    expect(configProblem({ ...config, opentime: '8:30' })).toEqual({ field: 'opentime', problem: 'clock' })
    expect(configProblem({ ...config, closetime: '24:30' })).toEqual({ field: 'closetime', problem: 'clock' })
    expect(configProblem({ ...config, screenInterval: -1 })).toEqual({ field: 'screenInterval', problem: 'interval' })
    expect(configProblem({ ...config, managerPwd: '12' })).toEqual({ field: 'managerPwd', problem: 'pin' })
    expect(configProblem({ ...config, managerPwd: null })).toBeUndefined()
  })
})
