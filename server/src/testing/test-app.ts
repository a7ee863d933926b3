/** What one file of tests works with. Begun with `await` at the head of the file, and ended after its last test. */
import { afterAll } from 'vitest'
import { buildApp } from '../app.ts'
import { caller, seedAccount } from './seed.ts'
import { createTestContext } from './test-context.ts'
import { createTestEngine } from './test-engine.ts'

/** The application on a database of its own, and its administrator. */
export async function startTestApp() {
  const context = await createTestContext()
  const app = await buildApp(context.context)
  afterAll(async () => {
    await app.close()
    await context.close()
  })
  const root = await seedAccount(context.context, { email: 'root@test.example', privileges: 'administrator' })
  return { context, app, root, api: caller(app, root) }
}

/** The same with an engine whose gateways are played by hand. */
export async function startTestEngine() {
  const parts = await startTestApp()
  const engine = await createTestEngine(parts.context)
  afterAll(() => engine.stop())
  return { ...parts, engine }
}
