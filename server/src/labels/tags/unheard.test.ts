/** Tags that get a product before any gateway has heard them. */
import { decodeBitmap } from '@endcap/label/bitmap'
import { expect, test } from 'vitest'
import { seedStore, tagId } from '../../testing/seed.ts'
import { startTestEngine } from '../../testing/test-app.ts'

const { context, engine, api } = await startTestEngine()
const storeCode = 'NEW'

test('nothing is drawn for a sign whose panel its id does not tell; once it is heard, its own picture is', async () => {
  await seedStore(context.context, storeCode)
  const gateway = await engine.gateway(storeCode, '02EC90000101')
  await gateway.online()
  await api('POST', '/product', { storeCode, productList: [{ prCode: 'p1', prInfo: ['', 'Name', '', '100'] }] })
  // The ninth character of a tag of the specification would say 2.90 inches: here it belongs to a MAC.
  const sign = '7E01A0B152000001'
  const label = tagId(7)
  await api('POST', '/tag/assign', { storeCode, tagList: [sign, label].map((tagMac) => ({ tagMac, prCode: 'p1' })) })
  await engine.engine.settle()
  const typeOf = async (tagMac: string) =>
    (await api('GET', `/status/store/${storeCode}/tag/${tagMac}/detail`)).body.tag as { tagType: string }
  expect(await typeOf(sign)).toMatchObject({ tagType: 'UNKNOWN' })
  expect(await typeOf(label)).toMatchObject({ tagType: '05' })
  expect(gateway.taken().map((one) => one.tag)).not.toContain(sign)
  await gateway.hear({ tag: sign, type: 'trmnl-og' })
  await engine.engine.settle()
  const operation = gateway.taken().find((one) => one.tag === sign)
  expect(operation).toMatchObject({ kind: 'SHOW' })
  expect(await typeOf(sign)).toMatchObject({ tagType: 'trmnl-og' })
  const [image] = operation?.images ?? []
  expect(decodeBitmap((await context.context.blobs.get(image?.hash ?? ''))!)).toMatchObject({ width: 800, height: 480 })
})
