/** What tests of layouts begin with: shops whose labels stand on a glass, and layouts on their way to it. */
import { expect } from 'vitest'
import { seedStore, tagId, type caller } from './seed.ts'
import type { TestContext } from './test-context.ts'
import type { TestEngine, TestGateway } from './test-engine.ts'
import { stepChecks } from '../labels/layouts/checks.service.ts'
import { createFollower } from '../labels/layouts/turns.ts'

interface Parts {
  context: TestContext
  engine: TestEngine
  api: ReturnType<typeof caller>
}
let numbers = 0

export function createShops({ context, engine, api }: Parts) {
  const { db } = context.context
  const follower = createFollower(context.context)

  /** A store with a product and a tag for each of the layouts that it names (null: none). */
  async function shop({
    layouts = [null],
    info = {},
    config = {},
    type = 'B5',
  }: {
    layouts?: (string | null)[]
    info?: Record<number, string>
    config?: object
    /** Of its tags. */
    type?: string
  }) {
    const number = ++numbers
    const storeCode = `LY${number}`
    await seedStore(context.context, storeCode, config)
    const gateway = await engine.gateway(storeCode, `02EC70${number.toString(16).toUpperCase().padStart(6, '0')}`)
    await gateway.online()
    const tags = layouts.map((_, place) => tagId(0x70000 + number * 0x100 + place))
    await gateway.hear(...tags.map((tag) => ({ tag, type })))
    const productList = layouts.map((layoutId, place) => {
      const prInfo = ['', `Name ${place + 1}`, '', '100']
      for (const [slot, value] of Object.entries(info)) prInfo[Number(slot)] = value
      return { prCode: `p${place + 1}`, prInfo: Array.from(prInfo, (one) => one ?? ''), layoutId }
    })
    expect(await api('POST', '/product', { storeCode, productList })).toMatchObject({ status: 200 })
    await api('POST', '/tag/assign', { storeCode, tagList: tags.map((tagMac, place) => ({ tagMac, prCode: `p${place + 1}` })) })
    const one = { storeCode, gateway, tags, updates: new Map<string, number>() }
    await settle(one)
    return one
  }

  /** Lets labels follow and the gateway put what is wanted onto the glass; answers the tags that were changed. */
  async function settle(one?: { gateway: TestGateway; updates: Map<string, number> }): Promise<string[]> {
    await follower.work()
    await engine.engine.settle()
    if (one === undefined) return []
    const operations = one.gateway.taken().filter(({ kind }) => kind === 'SHOW')
    for (const operation of operations) {
      const count = (one.updates.get(operation.tag) ?? 0) + 1
      one.updates.set(operation.tag, count)
      await one.gateway.report(operation, 'accepted')
      await one.gateway.report(operation, 'shown', { updates: count })
    }
    return operations.map(({ tag }) => tag)
  }
  /** Hours go by at once; the gateways are there again then. */
  async function pass(seconds: number, ...shops: Pick<Awaited<ReturnType<typeof shop>>, 'gateway' | 'tags'>[]) {
    context.clock.advance(seconds)
    for (const { gateway, tags } of shops) {
      await gateway.online()
      await gateway.hear(...tags.map((tag) => ({ tag })))
    }
  }
  const glass = async (tag: string | undefined) =>
    (
      await db
        .selectFrom('tag_glass')
        .select('shown_hash')
        .where('tag_mac', '=', tag ?? '')
        .executeTakeFirstOrThrow()
    ).shown_hash

  const revOf = async (drawingId: string) => Number((await api('GET', `/layout/drawing/${drawingId}`)).body.rev)
  return {
    shop,
    settle,
    pass,
    glass,
    revOf,
    /** The clock of a store, so many seconds from now. */
    local: (seconds: number, timeZone = 'Asia/Tokyo') =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
        .format(new Date(context.clock.now().getTime() + seconds * 1000))
        .replace(' ', 'T'),
    async draftOf(drawingId: string, definition: object) {
      expect(await api('PUT', `/layout/drawing/${drawingId}/draft`, { definition, rev: await revOf(drawingId) })).toMatchObject({
        status: 200,
      })
    },
    /** Checks the draft to the end. */
    async check(drawingId: string) {
      expect((await api('POST', `/layout/drawing/${drawingId}/check`, { rev: await revOf(drawingId) })).status).toBe(200)
      while (await stepChecks(context.context)) {
        // Until there is nothing left.
      }
      return (await api('GET', `/layout/drawing/${drawingId}/check`)).body.check
    },
    publish: async (drawingId: string, more: object = {}) =>
      api('POST', `/layout/drawing/${drawingId}/publish`, { rev: await revOf(drawingId), ...more }),
    async drawingOf(layoutId: string, size: string) {
      const row = await db
        .selectFrom('layout_drawings')
        .select('drawing_id')
        .where('layout_id', '=', layoutId)
        .where('size', '=', size)
        .executeTakeFirstOrThrow()
      return row.drawing_id
    },
  }
}
