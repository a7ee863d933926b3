/**
 * A program that is not ours: trmnl-display, unmodified, as the makers of the signs publish it for Linux computers. It runs where
 * TRMNL_DISPLAY names its executable; our tests do not need it to be built.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPng } from '@endcap/bridge/trmnl/read-png'
import { afterAll, test } from 'vitest'
import { createStore, deviceOf, tagOf } from './access-points.ts'
import { expectedLabel } from './glass.ts'
import { setStage } from './stage.ts'
import { freePort, signIn, temporaryFolder, until } from './system.ts'

const program = process.env.TRMNL_DISPLAY
const code = '4006381333931'
const storeCode = 'PEER'
const mac = 'A0:B1:C2:D3:E4:F5'
const tagMac = '7E01A0B1C2D3E4F5'
const product = (price: string) => [code, 'Kaffee 500 g', '', price, '', '500 g', '', '', 'EUR', code]
const stage = setStage()
let peer: ChildProcess | undefined
afterAll(() => void peer?.kill('SIGKILL'))

test.runIf(program !== undefined)('a client of the makers shows prices as they change, pixel by pixel', async () => {
  const { path: folder, remove } = temporaryFolder()
  stage.atEnd(async () => remove())
  const port = await freePort()
  const server = await stage.startServer({ env: { ENDCAP_TRMNL_PORT: String(port) } })
  const client = await signIn(server.url)
  await createStore(client, storeCode)
  const { gwMac } = await client.accessPoints.create({
    body: { storeCode, kind: 'trmnl', name: 'Signs', bridgeId: null, options: { refreshSeconds: 20 } },
  })
  await until('signs can call', async () => (await deviceOf(client, gwMac))?.state === 'online')
  // What it calls to draw: keeps each file under the number of its turn.
  const show = join(folder, 'show_img')
  writeFileSync(
    show,
    `#!/bin/sh\nfor a in "$@"; do case "$a" in file=*) f="\${a#file=}";; esac; done\ncp "$f" "${folder}/$(ls "${folder}" | grep -c png$).part" && mv "${folder}"/*.part "${folder}/$(date +%s%N).png"\n`,
  )
  chmodSync(show, 0o755)
  const env = { TRMNL_BASE_URL: `http://127.0.0.1:${port}/${storeCode}`, TRMNL_DEVICE_ID: mac, XDG_CONFIG_HOME: folder }
  peer = spawn(program ?? '', [], { env: { ...process.env, ...env, PATH: `${folder}:${process.env.PATH}` }, stdio: 'ignore' })
  const row = () => tagOf(client, storeCode, tagMac)
  await until('it is found', async () => (await row())?.tagType !== undefined)
  const tagType = (await row())?.tagType ?? ''
  const last = () => {
    const file = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .toSorted()
      .at(-1)
    return file === undefined ? undefined : readPng(readFileSync(join(folder, file)), { width: 800, height: 480, palette: 'bw' })
  }
  const shows = (price: string) => {
    const expected = expectedLabel([product(price)], { layoutId: 'SHELF_PRICE', tagType })
    return Buffer.compare(last()?.pixels ?? new Uint8Array(), expected) === 0
  }
  for (const price of ['5.99', '4.49']) {
    await client.products.save({ body: { storeCode, productList: [{ prCode: code, prInfo: product(price) }] } })
    if (price === '5.99') await client.tags.assign({ body: { storeCode, tagList: [{ tagMac, prCode: code }] } })
    await until(`it shows ${price}`, () => shows(price))
    await until('it is reported', async () => (await row())?.status === 'OK')
  }
})
