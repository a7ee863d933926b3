import type { Endpoint } from '@endcap/contract/endpoint'
import { expect, test } from 'vitest'
import { storesNamed } from './named-stores.ts'

const endpoint = (more: Partial<Endpoint>): Endpoint => ({
  kind: 'json',
  method: 'POST',
  path: '/x',
  access: 'session',
  store: 'account',
  summary: '',
  query: undefined,
  body: undefined,
  response: undefined,
  ...more,
})
const given = {
  params: { storeCode: 'P', storeCodeOrShared: 'PS', other: 'PO' },
  query: { storeCode: 'Q', stores: ['Q1', 'Q2'], other: 'QO' },
  body: { storeCode: 'B', storeCodes: ['B1', '', 5], other: 'BO' },
}
const named = (more: Partial<Endpoint>, of = given) => storesNamed(endpoint(more), of).map(({ field, code }) => `${field} ${code}`)
const inPath = ['storeCode P', 'storeCodeOrShared PS']
const inQuery = ['storeCode Q', 'stores Q1', 'stores Q2']
const inBody = ['storeCode B', 'storeCodes B1']

test.each<[string, Partial<Endpoint>, string[]]>([
  ['in path, query and body', {}, [...inPath, ...inQuery, ...inBody]],
  ['where its access is decided by the body', { store: 'body.storeCode' }, [...inPath, ...inQuery, ...inBody]],
  ['where a parameter decides it', { store: 'params.other' }, ['other PO', ...inQuery, ...inBody]],
  ['nowhere in a call that is for no store', { store: 'none' }, []],
  ['not beside a file that says its own', { kind: 'upload', store: 'body.storeCode' }, [...inPath, ...inQuery]],
  ['beside a file of a store that the path names', { kind: 'upload', store: 'params.storeCode' }, ['storeCode P', ...inQuery, ...inBody]],
  ['but not what means all', { allStores: 'B1' }, [...inPath, ...inQuery, 'storeCode B']],
])('a call names stores %s', (_, more, expected) => {
  expect(named(more)).toEqual(expected)
})
test('a call without query and body names none there', () => {
  expect(storesNamed(endpoint({}), { params: {}, query: undefined, body: undefined })).toEqual([])
})
