/** Scripts by browser: each editor is edited, tried, saved, compared and restored; what they do is read from glass, paper tasks and sign-ins. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scriptExamples } from '@endcap/contract/script-examples'
import { starterAliases } from '@endcap/label/starter'
import type { Fleet } from '@endcap/fleet/fleet'
import { beforeAll, beforeEach, expect } from 'vitest'
import { violationsOf } from './axe.ts'
import { settled } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { expectedLabel, glassPixels, scanGlass } from './glass.ts'
import { testsInOrder } from './in-order.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { administrator, eanOf, signIn, until, type ApiClient, type ServerProcess, type Shop } from './system.ts'

const test = testsInOrder()
const storeCode = 'SCRIPT'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let shop: Shop
let fleet: Fleet
let page: Page
const directory = startDirectory()

beforeAll(async () => {
  if (chromiumPath === undefined) return
  const { port, certificate } = (await directory) ?? { port: 1, certificate: '' }
  const env = { ENDCAP_SCRIPT_HOSTS: `sso.shop.example:${port}@127.0.0.1`, ...(certificate !== '' && { NODE_EXTRA_CA_CERTS: certificate }) }
  const size = { storeCode, gateways: 1, tags: 3, prices: [100, 200, 300] }
  const address = `/system/product-file-parser?store=${storeCode}`
  ;({ server, client, shop, fleet, page } = await stage.openConsole(size, address, { env }))
})
beforeEach(needChromium)

const macOf = (index: number) => shop.tagMacs[index] ?? ''
const editor = () => page.locator('[data-part=script-code] .cm-content')
const side = () => page.locator('[data-part=script-side]')
/** What stands on the glass is this label, pixel by pixel. */
const shows = (index: number, prInfo: string[], layoutId = 'SHELF_PRICE') => {
  const pixels = glassPixels(fleet, macOf(index))
  return pixels !== undefined && Buffer.from(pixels).equals(Buffer.from(expectedLabel([prInfo], { layoutId, tagType: 'B5' })))
}
const info = (values: Record<string, string>) => starterAliases.map(({ name }) => values[name] ?? '')

async function open(kind: string, store = storeCode) {
  await page.goto(`${server.url}/#/system/${kind}?store=${store}`)
  await editor().waitFor()
}
async function write(code: string) {
  await editor().fill(code)
}
async function save() {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}
const standing = (version: number) => page.getByText(new RegExp(`^Version ${version}, saved by ${administrator.email}`)).waitFor()
async function run() {
  await side().getByRole('button', { name: 'Run', exact: true }).click()
  await side().locator('[data-part=script-result]').waitFor()
  return side().locator('[data-part=script-result]').innerText()
}
const sampleFile = (name: string, content: string) =>
  page.locator('[data-part=script-trial] input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** A second version is saved, held against the first, and the first is taken up again. */
async function compareAndRestore(first: string, second: string) {
  await write(second)
  await save()
  await standing(2)
  await side().getByRole('button', { name: 'Versions' }).click()
  await side()
    .getByRole('button', { name: /^Version 1/ })
    .click()
  const changed = page.locator('[data-part=compare] .cm-merge-b .cm-changedLine')
  await changed.first().waitFor()
  expect(await changed.first().innerText()).toContain('second version')
  expect(page.url()).toContain('version=1')
  await side().getByRole('button', { name: 'Restore this version' }).click()
  await standing(3)
  await side().getByText('as version 1').waitFor()
  await editor().waitFor()
  expect((await editor().innerText()).trim()).toContain(first.trim().split('\n')[0])
  await side().getByRole('button', { name: 'Try it' }).click()
}
const second = (code: string) => `# second version\n${code}`

test('the product file parser: a file in a foreign format reaches the glass', async () => {
  const example = scriptExamples['product-file-parser'][1]?.code ?? ''
  const line = (code: string, name: string, cents: number) => `P${code.padEnd(13)}${name.padEnd(30)}${String(cents).padStart(8, '0')}`
  await open('product-file-parser')
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem', { name: 'A file of fixed width' }).click()
  // A fault first: the trial names the line, and saving names it too.
  await write(`${example}\ndef broken(:\n    pass\n`)
  await sampleFile('till.txt', [line(eanOf(0), 'Apfelsaft', 149), 'H header', line('', 'Nameless', 1)].join('\n'))
  expect(await run()).toContain('SyntaxError')
  await page.locator('.cm-lint-marker-error').waitFor()
  await save()
  await page.getByRole('alert').filter({ hasText: 'Not saved · SyntaxError' }).waitFor()
  await write(example)
  const tried = await run()
  expect(tried).toContain('2 rows, 1 of them refused')
  expect(tried).toContain('Row 3 is a product without a code')
  expect(tried).toContain('Apfelsaft')
  await save()
  await standing(1)
  await compareAndRestore(example, second(example))
  const content = new Blob([[line(eanOf(0), 'Apfelsaft', 149), line(eanOf(1), 'Birnensaft', 259)].join('\n')])
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'till.txt', content } })
  const of = (index: number, name: string, price: string) =>
    info({ PRODUCT_CODE: eanOf(index), NAME: name, NAME2: 'Sonnental', PRICE: price, UNIT: '1 kg', CURRENCY: 'EUR', BARCODE: eanOf(index) })
  await until(
    'the glass shows what the script made of the file',
    () => shows(0, of(0, 'Apfelsaft', '1.49')) && shows(1, of(1, 'Birnensaft', '2.59')),
  )
  // And a line that is refused refuses the file, by name.
  await page.goto(`${server.url}/#/product/list/${storeCode}`)
  await page.getByRole('button', { name: 'Upload file' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from(line('', 'Nameless', 1)) })
  await page.getByRole('dialog').getByRole('button', { name: 'Apply without checking' }).click()
  await page.getByRole('dialog').getByText('line 1 is a product without a code').first().waitFor()
})

test('families and second codes of a file: on the glass, found by scanning, and in the last runs with what was printed', async () => {
  const code = [
    'def parse(file, ctx):',
    "    print('reading', file.name)",
    '    for line in file.lines():',
    "        kind, a, b = line.split(';')",
    "        if kind == 'F':",
    "            yield {'type': 'family', 'fmPrCode': a, 'prCodeList': b.split(','), 'layoutId': 'MULTI'}",
    "        if kind == 'S':",
    "            yield {'type': 'secondCode', 'secondCode': a, 'prCode': b}",
    "        if kind == 'P':",
    "            yield {'prCode': a, 'prInfo': {'PRICE': b}}",
  ].join('\n')
  await open('product-file-parser')
  await write(code)
  await sampleFile('till.txt', `F;JUICE;${eanOf(0)}\nS;SCRIPT-7;${eanOf(1)}`)
  const tried = await run()
  expect(tried).toContain('"fmPrCode":"JUICE"')
  expect(tried).toContain('"secondCode":"SCRIPT-7"')
  await save()
  await standing(4)
  const send = (name: string, ...lines: string[]) =>
    client.productFiles.upload({ body: { storeCode }, file: { name, content: new Blob([lines.join('\n')]) } })
  const of = (index: number, name: string, price: string) =>
    info({ PRODUCT_CODE: eanOf(index), NAME: name, NAME2: 'Sonnental', PRICE: price, UNIT: '1 kg', CURRENCY: 'EUR', BARCODE: eanOf(index) })
  const showsFamily = (...products: string[][]) =>
    Buffer.from(expectedLabel(products, { layoutId: 'MULTI', tagType: 'B5' })).equals(glassPixels(fleet, macOf(1)) ?? Buffer.alloc(0))
  await send('first.txt', `F;JUICE;${eanOf(0)}`)
  await client.tags.assignMultiple({ body: { storeCode, tagList: [{ tagMac: macOf(1), fmPrCode: 'JUICE' }] } })
  await until('the glass shows the family of the file', () => showsFamily(of(0, 'Apfelsaft', '1.49')))
  await send('second.txt', `P;${eanOf(1)};3.33`, `F;JUICE;${eanOf(0)},${eanOf(1)}`, `S;SCRIPT-7;${eanOf(1)}`)
  await until('the glass follows the family and its products', () => showsFamily(of(0, 'Apfelsaft', '1.49'), of(1, 'Birnensaft', '3.33')))
  const found = await client.tags.findByPrCode({ params: { prCode: 'SCRIPT-7', storeCode } })
  expect(found.product?.prCode).toBe(eanOf(1))
  // The runs stand beside the script, and come by themselves.
  await side().getByRole('button', { name: 'Last runs' }).click()
  const runs = side().getByRole('list', { name: 'Last runs' }).getByRole('listitem')
  await runs.filter({ hasText: 'second.txt' }).getByRole('button').click()
  await side().getByText('reading second.txt').waitFor()
  expect(page.url()).toContain('tab=runs')
  await expect(send('wrong.txt', 'P;only')).rejects.toThrow()
  await runs.filter({ hasText: 'wrong.txt' }).getByText('Failed').waitFor()
  await runs.filter({ hasText: 'wrong.txt' }).getByRole('button').click()
  await side().getByRole('button', { name: 'script line 4' }).click()
  expect(await page.locator('[data-part=script-code] .cm-activeLine').innerText()).toContain("kind, a, b = line.split(';')")
  expect(await violationsOf(page)).toEqual([])
})

test('the tag data decorator: tried on a tag, saved, and on the glass', async () => {
  const code = "def decorate(product, tag, ctx):\n    product['prInfo'][ctx['alias']['NAME']] += ' ' + tag['size']\n"
  await open('tag-data-decorator')
  await write(code)
  await side().getByLabel('Tag ID or product code').fill(macOf(2))
  const tried = await run()
  expect(tried).toContain('Produkt 2 2p90')
  expect(await side().locator('[data-part=script-labels] img').count()).toBe(2)
  await save()
  await standing(1)
  const plain = { PRODUCT_CODE: eanOf(2), NAME2: 'Sonnental', PRICE: '3.00', UNIT: '1 kg', CURRENCY: 'EUR', BARCODE: eanOf(2) }
  await until('the glass shows the decorated name', () => shows(2, info({ ...plain, NAME: 'Produkt 2 2p90' })))
  await compareAndRestore(code, second(code.replace("' ' +", "'/' +")))
  // The version between may still be on its way.
  await until('all labels are shown', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.OK === 3)
  await until('the restored version is on the glass', () => shows(2, info({ ...plain, NAME: 'Produkt 2 2p90' })))
})

test('a decorator that fails leaves the glass, raises the alarm, and a retry mends', async () => {
  const code = "def decorate(product, tag, ctx):\n    if product['prCode'] == '" + eanOf(2) + "':\n        ctx['alias']['SHELF_NOTE']\n"
  const before = glassPixels(fleet, macOf(2))
  await open('tag-data-decorator')
  await write(code)
  await save()
  await standing(4)
  await page.goto(`${server.url}/#/alarm/history`)
  const alarm = page.locator('tr[data-row]').filter({ hasText: 'DECORATOR EXCEPTION' })
  await alarm.first().waitFor()
  expect(await alarm.first().innerText()).toContain(`Product ${eanOf(2)}, script line 3`)
  await until('the label has failed', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.NG === 1)
  expect(glassPixels(fleet, macOf(2))).toEqual(before)
  // What the script lacked comes: nothing of the label has changed, so it must be sent again by hand.
  const { aliasList } = await client.aliases.list()
  await client.aliases.save({
    body: { aliasList: [...aliasList, { index: 20, name: 'SHELF_NOTE', key: false, chart: false, type: 'text' }] },
  })
  const failed = (await client.tasks.search({ params: {}, body: { filter_storeCode: storeCode } })).data.find((task) => task.failed > 0)
  await page.goto(`${server.url}/#/task/detail/${storeCode}/${failed?.taskId}/UPDATE`)
  await page
    .getByText(`Script failed: Product ${eanOf(2)}`)
    .filter({ visible: true })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Retry failed…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await until('the label is well again', async () => (await client.tags.counts({ params: { storeCode } })).byStatus.OK === 3)
  expect(await scanGlass(fleet, macOf(2))).toEqual([eanOf(2)])
  const off = await client.scripts.tagDecorator({ params: { storeCode } })
  await client.scripts.saveTagDecorator({ params: { storeCode }, body: { code: off.code, useType: 'OFF' } })
})

test('the paper parser: a file in a foreign format becomes labels for the printer', async () => {
  const example = scriptExamples['paper-parser'][0]?.code ?? ''
  const week = ['DEPT\tCODE\tTEXT\tPRICE\tQTY\tWEEK', `FRESH\t${eanOf(0)}\tApfel\t1.20\t2\t47`].join('\n')
  await open('paper-parser')
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem').first().click()
  await sampleFile('week.txt', week)
  const tried = await run()
  expect(tried).toContain('1 rows, 0 of them refused')
  expect(tried).toContain('10.1.5.21')
  await save()
  await standing(1)
  await compareAndRestore(example, second(example))
  await client.papers.upload({ body: { storeCode }, file: { name: 'week.txt', content: new Blob([week]) } })
  await page.goto(`${server.url}/#/paper/task/${storeCode}`)
  await page.getByText('Week 47').first().waitFor()
  // A file that the script breaks on is named as that in its list.
  const { code } = await client.scripts.paperParser({ params: { storeCode } })
  await client.scripts.savePaperParser({ params: { storeCode }, body: { code: 'def parse(file, ctx): raise ValueError()' } })
  await expect(client.papers.upload({ body: { storeCode }, file: { name: 'broken.txt', content: new Blob([week]) } })).rejects.toThrow()
  await client.scripts.savePaperParser({ params: { storeCode }, body: { code } })
  await page.goto(`${server.url}/#/paper/upload/history`)
  await page.locator('tr[data-row]').filter({ hasText: 'broken.txt' }).getByText('Script failed').waitFor()
})

test('the signage data decorator is edited, tried on a display that one thinks of, and kept', async () => {
  const example = scriptExamples['plus-data-decorator'][0]?.code ?? ''
  await open('plus-data-decorator')
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem').first().click()
  await side().getByLabel('Product code').fill(eanOf(2))
  expect(await run()).toContain('PRODUKT 2')
  await save()
  await standing(1)
  await compareAndRestore(example, second(example))
})

test('third-party authentication: an account that the third party knows signs in, and none as an administrator', async (context) => {
  const found = await directory
  need(context, found === undefined ? 'openssl is not installed' : undefined)
  await client.roles.save({ body: { name: 'Clerk', privilege: [{ key: 'tag', read: true, write: false }] } })
  const role = (await client.roles.list()).roleList.find((one) => one.name === 'Clerk')
  const code = [
    'def authenticate(login, http, ctx):',
    `    r = http.post('https://sso.shop.example:${found?.port}/token', json=login)`,
    '    if r.status == 401:',
    "        raise AuthError('The directory says no.')",
    '    p = r.json()',
    `    return {'email': login['email'], 'name': p['name'], 'role_id': 0 if p['boss'] else ${role?.role_id}, 'store': ['${storeCode}'], 'redirect': '/tag/stock/${storeCode}'}`,
  ].join('\n')
  await open('third-party-authentication', '')
  await write(code)
  await page.getByRole('button', { name: 'On', exact: true }).click()
  await side().getByLabel('E-mail').fill('ann@shop.example')
  await side().getByLabel('Password').fill('right')
  const tried = await run()
  expect(tried).toContain('Signed in as')
  expect(tried).toContain('Ann of the directory')
  await save()
  await standing(1)
  await compareAndRestore(code, second(code))

  const other = await openPage(await stage.launch())
  const signInAs = (email: string, password: string) => signInAt(other, `${server.url}/#/tag/detail/${storeCode}`, { email, password })
  await signInAs('ann@shop.example', 'wrong')
  await other.getByRole('alert').filter({ hasText: 'The directory says no.' }).waitFor()
  await signInAs('boss@shop.example', 'right')
  await other.getByRole('alert').filter({ hasText: 'Third-party authentication does not work now.' }).waitFor()
  await signInAs('ann@shop.example', 'right')
  await other.getByText('Ann of the directory').first().waitFor()
  expect(other.url()).toContain(`/tag/detail/${storeCode}`)
  // Where no page is asked for, the script says which.
  const another = await openPage(await stage.launch())
  await signInAt(another, `${server.url}/`, { email: 'ann@shop.example', password: 'right' })
  await another.waitForURL(/#\/tag\/stock\//)
  // The administrator's own password works as ever, and a stranger to the default scripts may not see them.
  expect((await signIn(server.url)) !== undefined).toBe(true)
  await client.scripts.saveAuthentication({ body: { code, useType: 'OFF' } })
})

test('a script that another session saved meanwhile is not undone', async () => {
  await open('plus-data-decorator')
  const stored = await client.scripts.displayDecorator({ params: { storeCode } })
  await write(`${stored.code}# mine\n`)
  await client.scripts.saveDisplayDecorator({ params: { storeCode }, body: { code: `${stored.code}# theirs\n` } })
  await save()
  await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor()
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect.poll(() => editor().innerText()).toContain('# theirs')
})

test('no serious accessibility violation in any editor, in both themes', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const kind of Object.keys(scriptExamples)) {
      await open(kind)
      await settled(page)
      expect({ scheme, kind, found: await violationsOf(page) }).toEqual({ scheme, kind, found: [] })
    }
    await page.goto(`${server.url}/#/system/product-file-parser?store=${storeCode}&tab=runs`)
    await side().getByRole('list', { name: 'Last runs' }).getByText('Failed').first().click()
    await settled(page)
    expect({ scheme, runs: await violationsOf(page) }).toEqual({ scheme, runs: [] })
    await page.goto(`${server.url}/#/system/plus-data-decorator?store=${storeCode}&tab=versions&version=1`)
    await page.locator('[data-part=compare] .cm-merge-b').waitFor()
    await settled(page)
    expect({ scheme, found: await violationsOf(page) }).toEqual({ scheme, found: [] })
  }
})

/** A company's directory behind https, with a certificate of its own; undefined where there is no openssl. */
async function startDirectory(): Promise<{ port: number; certificate: string } | undefined> {
  const [key, certificate] = [join(stage.folder, 'key.pem'), join(stage.folder, 'cert.pem')]
  const names = ['-subj', '/CN=sso.shop.example', '-addext', 'subjectAltName=DNS:sso.shop.example']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  try {
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const people = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { email, password } = JSON.parse(text) as { email: string; password: string }
      const status = password === 'right' ? 200 : 401
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ name: 'Ann of the directory', boss: email.startsWith('boss') }))
    })
  }).listen(0, '127.0.0.1')
  stage.atEnd(() => {
    people.close()
    people.closeAllConnections()
  })
  await new Promise((resolve) => people.once('listening', resolve))
  return { port: (people.address() as AddressInfo).port, certificate }
}
