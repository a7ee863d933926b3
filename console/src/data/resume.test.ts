import { expect, test } from 'vitest'
import { mayPass } from './resume.ts'

test('what may pass is tried again; what stays as it is, is said', () => {
  expect(mayPass(0)).toBe(true)
  expect(mayPass(502)).toBe(true)
  expect(mayPass(423, { code: 'upload-busy' })).toBe(true)
  // Another part was taken than the one that was thought: the server knows where to go on.
  expect(mayPass(409, { code: 'upload-offset' })).toBe(true)
  expect(mayPass(409, { code: 'upload-queue' })).toBe(false)
  expect(mayPass(503, { code: 'files-full' })).toBe(false)
  expect(mayPass(400, { code: 'film-kind' })).toBe(false)
  expect(mayPass(413)).toBe(false)
})
