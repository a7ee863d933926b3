import { describe, expect, test } from 'vitest'
import { checkAddress, hostOf } from './networks.ts'

describe('an access point', () => {
  test.each(['10.1.2.3', '172.31.0.9:8080', '192.168.1.20, 192.168.1.21', 'fd00::1', '[fe80::1]:80', 'A0B1C2000001@10.0.0.5', ''])(
    'may stand at %s',
    async (address) => {
      await expect(checkAddress(address, [])).resolves.toBeUndefined()
    },
  )
  test.each(['127.0.0.1', 'localhost:5432', '169.254.169.254', '8.8.8.8', '[::1]:80', '10.0.0.1, 1.1.1.1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'may not stand at %s',
    async (address) => {
      await expect(checkAddress(address, [])).rejects.toThrow('ENDCAP_ACCESS_POINT_HOSTS')
    },
  )
  test('may stand at an address that is listed', async () => {
    await expect(checkAddress('127.0.0.1:4711', ['127.0.0.1'])).resolves.toBeUndefined()
    await expect(checkAddress('127.0.0.1:4711', ['127.0.0.1:4711'])).resolves.toBeUndefined()
    await expect(checkAddress('127.0.0.1:4712', ['127.0.0.1:4711'])).rejects.toThrow('private network')
  })
  test('at a host that does not exist is said to be nowhere', async () => {
    await expect(checkAddress('nowhere.invalid', [])).rejects.toThrow('There is no host nowhere.invalid.')
  })
})

test('hosts are told from ports', () => {
  expect(['a.b:80', '[::1]:80', '::1', 'A0B1C2000001@shelf:2446'].map(hostOf)).toEqual(['a.b', '::1', '::1', 'shelf'])
})
