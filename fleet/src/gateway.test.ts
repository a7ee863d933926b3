import { createHash } from 'node:crypto'
import { upMessages, type Operation, type OpResult, type UpMessage } from '@endcap/gateway-link/messages'
import { encodeBitmap } from '@endcap/label/bitmap'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFaults } from './faults.ts'
import { createGateway } from './gateway.ts'
import { createRandom } from './random.ts'
import { createTag, glassOf, type Tag } from './tag.ts'
import { ean13 } from './trial/ean.ts'
import { productFile, trialGateways, trialProducts, trialStores, trialTags } from './trial/chain.ts'

const file = encodeBitmap({ width: 296, height: 128, palette: 'bwr', pixels: new Uint8Array(296 * 128).fill(1) })
const imageHash = createHash('sha256').update(file).digest('hex')
const bundle = 'b'.repeat(64)
const setup = { storeCode: 'S1', gwMac: '02EC5A010001', secret: 's', ip: '10.0.0.1:8080' }
const tagMac = '5A3C9E0050000001'

let time: number
let sent: { name: string; message: unknown }[]
let faults: ReturnType<typeof createFaults>
let gateway: ReturnType<typeof createGateway>
let tag: Tag
let fetched: number

beforeEach(() => {
  time = 1_000_000
  sent = []
  fetched = 0
  faults = createFaults()
  tag = createTag({ tagMac, tagType: 'B5', storeCode: 'S1', checkin: 60 }, { battery: 0, temperature: 20 })
  gateway = createGateway(setup, {
    uplink: { publish: (name, message) => void sent.push({ name, message }) },
    fetchImage: async () => {
      fetched++
      return file
    },
    faults,
    random: createRandom(1),
    now: () => time,
    speed: 1,
  })
  gateway.start()
  gateway.connected()
})
const operation = (op: string, more: Partial<Operation> = {}): Operation => ({
  op,
  tag: tagMac,
  kind: 'SHOW',
  hash: bundle,
  images: [{ page: 0, hash: imageHash, bytes: file.byteLength }],
  ...more,
})
const ask = async (...ops: Operation[]) => {
  gateway.receive('op', { ops, cancel: [] })
  await new Promise(setImmediate)
}
function results(): (OpResult & { seq: number })[] {
  return sent
    .filter((one) => one.name === 'op')
    .flatMap(({ message }) => (message as UpMessage<'op'>).results.map((result) => ({ ...result, seq: (message as UpMessage<'op'>).seq })))
}
const outcomes = () => {
  gateway.flush()
  return results().map((result) => `${result.op} ${result.outcome}`)
}

describe('a virtual gateway', () => {
  test('accepts, shows at the next check-in, and the glass is what was sent', async () => {
    await ask(operation('1'))
    expect(outcomes()).toEqual(['1 accepted'])
    gateway.hear(tag, -50)
    expect(outcomes()).toEqual(['1 accepted', '1 shown'])
    expect(glassOf(tag, 0)?.pixels.every((ink) => ink === 1)).toBe(true)
    expect(tag).toMatchObject({ shown: bundle, updates: 1 })
  })
  test('answers a repeated operation from memory and transmits nothing again', async () => {
    await ask(operation('1'))
    gateway.hear(tag, -50)
    await ask(operation('1'))
    gateway.hear(tag, -50)
    expect(outcomes()).toEqual(['1 accepted', '1 shown', '1 shown'])
    expect(tag.transmissions.get('1')).toBe(1)
  })
  test('the same image is drawn again where it is asked to be', async () => {
    await ask(operation('1'))
    gateway.hear(tag, -50)
    time += 2000
    await ask(operation('2', { params: { refresh: 1 } }))
    gateway.hear(tag, -50)
    expect(outcomes().at(-1)).toBe('2 shown')
    expect(tag).toMatchObject({ shown: bundle, updates: 2 })
  })
  test('reports its status as often as it is told', () => {
    const statuses = () => sent.filter(({ name }) => name === 'status').length
    const before = statuses()
    time += 59_000
    gateway.flush()
    expect(statuses()).toBe(before)
    time += 1000
    gateway.flush()
    expect(statuses()).toBe(before + 1)
    gateway.receive('config', { version: 1, statusPeriod: 20 })
    const reported = statuses()
    time += 20_000
    gateway.flush()
    expect(statuses()).toBe(reported + 1)
  })
  test('the same image again is not shown again', async () => {
    await ask(operation('1'))
    gateway.hear(tag, -50)
    time += 2000
    await ask(operation('2'))
    gateway.hear(tag, -50)
    expect(outcomes().at(-1)).toBe('2 same')
    expect(tag.updates).toBe(1)
    expect(fetched).toBe(1)
  })
  test('a newer operation replaces an older one', async () => {
    await ask(operation('1'), operation('2'))
    gateway.hear(tag, -50)
    expect(tag.transmissions.has('1')).toBe(false)
    expect(tag.transmissions.get('2')).toBe(1)
  })
  test('an older operation that comes in last is left, also after the newer one was carried out', async () => {
    await ask(operation('2'))
    gateway.hear(tag, -50)
    time += 2000
    await ask(operation('1', { hash: 'c'.repeat(64) }))
    gateway.hear(tag, -50)
    expect(tag).toMatchObject({ shown: bundle, updates: 1 })
  })
  describe('told to leave an operation', () => {
    const cancel = (...ids: string[]) => gateway.receive('op', { ops: [], cancel: ids })

    test('lets go of it and says so', async () => {
      await ask(operation('1'))
      cancel('1')
      gateway.hear(tag, -50)
      expect(outcomes()).toEqual(['1 accepted', '1 cancelled'])
      expect(tag).toMatchObject({ shown: null, updates: 0 })
    })
    test('also while its bitmaps are still coming', async () => {
      gateway.receive('op', { ops: [operation('1')], cancel: [] })
      cancel('1')
      await new Promise(setImmediate)
      gateway.hear(tag, -50)
      expect(outcomes()).toEqual(['1 cancelled'])
      expect(tag.transmissions.size).toBe(0)
    })
    test('that it had carried out, answers with that result', async () => {
      await ask(operation('1'))
      gateway.hear(tag, -50)
      cancel('1')
      expect(outcomes()).toEqual(['1 accepted', '1 shown', '1 shown'])
    })
    test('that it does not know, says that it will not carry it out', () => {
      cancel('7')
      gateway.flush()
      expect(results()).toMatchObject([{ op: '7', outcome: 'cancelled' }])
      expect(upMessages.op.safeParse(sent.find((one) => one.name === 'op')?.message).success).toBe(true)
    })
    test('leaves the newer one for the same tag alone', async () => {
      await ask(operation('1'), operation('2'))
      cancel('1')
      gateway.hear(tag, -50)
      expect(tag.transmissions.get('2')).toBe(1)
      expect(outcomes()).toContain('1 cancelled')
    })
    test('takes it when it is asked once more', async () => {
      await ask(operation('1'))
      cancel('1')
      await ask(operation('1'))
      gateway.hear(tag, -50)
      expect(outcomes()).toEqual(['1 accepted', '1 cancelled', '1 accepted', '1 shown'])
    })
    test('before it takes what the same message brings', async () => {
      await ask(operation('1'))
      gateway.receive('op', { ops: [operation('1'), operation('2', { tag: '5A3C9E0050000002' })], cancel: ['1'] })
      await new Promise(setImmediate)
      gateway.hear(tag, -50)
      expect(tag.shown).toBe(bundle)
    })
  })
  test('an operation that failed for its bitmaps is tried anew when it is asked again', async () => {
    faults.add({ kind: 'image-unavailable' })
    await ask(operation('1'))
    faults.clear()
    await ask(operation('1'))
    gateway.hear(tag, -50)
    expect(outcomes()).toEqual(['1 failed', '1 accepted', '1 shown'])
  })
  test('results are sent again until they are acknowledged, each message by itself', async () => {
    await ask(operation('1'))
    gateway.flush()
    gateway.hear(tag, -50)
    gateway.flush()
    expect(gateway.unacknowledged()).toBe(2)
    gateway.receive('ack', { stream: 'op', session: gateway.session(), seq: 2 })
    time += 11_000
    expect(outcomes()).toEqual(['1 accepted', '1 shown', '1 accepted'])
    gateway.receive('ack', { stream: 'op', session: gateway.session(), seq: 1 })
    time += 11_000
    expect(outcomes()).toHaveLength(3)
  })
  test('forgets everything at a restart; the tag does not', async () => {
    await ask(operation('1'))
    gateway.hear(tag, -50)
    const before = gateway.session()
    time += 2000
    gateway.start()
    gateway.connected()
    expect(gateway.session()).not.toBe(before)
    await ask(operation('1'))
    gateway.hear(tag, -50)
    expect(outcomes().at(-1)).toBe('1 same')
  })
  test('an image of another size or with inks the panel lacks is refused by the tag', async () => {
    const small = createTag({ tagMac, tagType: '4A', storeCode: 'S1', checkin: 60 }, { battery: 0, temperature: 20 })
    await ask(operation('1'))
    gateway.hear(small, -50)
    gateway.flush()
    expect(results().at(-1)).toMatchObject({
      outcome: 'failed',
      reason: 'tag-refused',
      detail: 'the image is 296 × 128, the panel 250 × 122',
    })
  })
  test('hears nothing of what it is asked or shall be set to while it is deaf', () => {
    faults.add({ kind: 'deaf' })
    const before = sent.length
    gateway.receive('request', { request: '1', kind: 'link-check' })
    gateway.receive('config', { version: 1, dataChannel: 20 })
    expect([sent.length - before, gateway.settings().dataChannel]).toEqual([0, 11])
    faults.clear()
    gateway.receive('request', { request: '1', kind: 'link-check' })
    expect(sent.at(-1)).toEqual({ name: 'reply', message: { request: '1', ok: true } })
  })
  test('faults: lost confirmations, dropped messages, a wrong clock', async () => {
    faults.add({ kind: 'confirmation-lost', probability: 1 })
    await ask(operation('1'))
    gateway.hear(tag, -50)
    expect(outcomes()).toEqual(['1 accepted'])
    expect(tag.shown).toBe(bundle)
    faults.clear()
    faults.add({ kind: 'drop', probability: 1 })
    time += 2000
    gateway.hear(tag, -50)
    expect(outcomes()).toEqual(['1 accepted'])
    faults.clear()
    faults.add({ kind: 'clock-skew', seconds: 500 })
    sent = []
    gateway.sendStatus()
    expect((sent[0]?.message as UpMessage<'status'>).at).toBeCloseTo(time / 1000 + 500)
  })
})

describe('the trial chain', () => {
  test('is the same for the same seed and another for another', () => {
    const [store] = trialStores
    expect(trialProducts(store!, 50, 7)).toEqual(trialProducts(store!, 50, 7))
    expect(trialProducts(store!, 50, 7)).not.toEqual(trialProducts(store!, 50, 8))
  })
  test('has codes that are right and belong to one product, tag or gateway each', () => {
    const codes = trialStores.flatMap((store) => trialProducts(store, 1000, 7).map((product) => product.prCode))
    expect(new Set(codes).size).toBe(3000)
    for (const code of codes) expect(ean13(code.slice(0, 12))).toBe(code)
    const tags = trialStores.flatMap((_, index) => trialTags(index + 1, 300))
    expect(new Set(tags.map((one) => one.tagMac)).size).toBe(900)
    for (const { tagMac: mac, tagType } of tags) expect([mac.length, mac[8]]).toEqual([16, tagType[1]])
    const macs = trialStores.flatMap((store, index) => trialGateways(store, index + 1).map((one) => one.gwMac))
    expect(new Set(macs).size).toBe(macs.length)
  })
  test('writes files whose rows have as many columns as their header', () => {
    for (const store of trialStores) {
      const [header = '', ...rows] = productFile(trialProducts(store, 200, 7)).split('\n')
      for (const row of rows) expect(row.replaceAll(/"[^"]*"/g, '').split(',').length).toBe(header.split(',').length)
    }
  })
})
