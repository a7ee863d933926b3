import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeOptions } from './own-bridge.ts'

test("the server's own bridge runs with the options of npm run bridge", () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { scripts: { bridge: string } }
  expect(scripts.bridge).toBe(`node ${nodeOptions.join(' ')} bridge/src/main.ts`)
})
