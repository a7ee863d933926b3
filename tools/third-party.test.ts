import { expect, test } from 'vitest'
import { thirdParty } from './third-party.ts'

test('what is delivered is listed once by its licence, with its versions; what only development needs is not', () => {
  const text = thirdParty({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/@endcap/server': { link: true, resolved: 'server' },
      'node_modules/pino': { version: '9.1.0', license: 'MIT' },
      'node_modules/zod/node_modules/pino': { version: '8.0.0', license: 'MIT' },
      'node_modules/rbush': { version: '4.0.0', license: 'ISC' },
      'node_modules/vitest': { version: '5.0.0', license: 'MIT', dev: true },
      'node_modules/strange': { version: '1.0.0' },
    },
  })
  const [, ...parts] = text.split('\n## ')
  expect(parts).toEqual(['ISC\n\n- rbush 4.0.0\n', 'MIT\n\n- pino 8.0.0, 9.1.0\n', 'unknown\n\n- strange 1.0.0\n'])
})
