/** A film that the display has no decoder for is made one that it has, by the server's ffmpeg, and plays by itself. */
import { expect, test } from 'vitest'
import { openDisplay, pixelOf, takeIn } from './player-page.ts'
import { ffmpegMissing, hevcFilm } from './real-film.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn } from './system.ts'

const storeCode = 'VERS'
const params = { storeCode }
const mac = '02:ec:d6:00:00:01'
const place = { left: 0, top: 0, width: 1920, height: 540, index: 0 }
const stage = setStage()

test('a film in H.265 plays on a display without its decoder, in a version that the server makes; lists say so', async (context) => {
  needChromium(context)
  need(context, ffmpegMissing)
  const server = await stage.startServer()
  const client = await signIn(server.url)
  await client.stores.create({ body: { storeCode, storeName: 'Versions', timeZone: 'UTC', locale: 'en-GB', currency: 'GBP' } })
  const browser = await stage.launch()
  const display = await openDisplay({ browser, server, mac })
  await takeIn(client, storeCode, display, 'Bread')
  const desk = await openPage(browser)
  await signInAt(desk, `${server.url}/#/plus/video/list/${storeCode}`)
  const ofFilm = async () => (await client.media.list({ params: { ...params, mediaFileKind: 'video' } })).fileList[0]

  await desk.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  const buffer = hevcFilm(stage.folder, { colour: 'lime', seconds: 8 })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'lime.mp4', mimeType: 'video/mp4', buffer })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await desk.getByText('lime.mp4 – H.265: 1 of 1 displays cannot play this. The server makes an H.264 version for them next').waitFor()
  const id = (await ofFilm())?._id ?? ''
  const object = [{ type: 'video' as const, id, ...place }]
  const show = [{ duration: 8, bgColor: '#000000', object, schedule: [], empty: false }]
  await client.displays.saveShow({ params: { storeCode, plusMac: mac }, body: { screenWidth: 1920, screenHeight: 540, show } })

  const row = desk.locator('tr[data-row]', { hasText: 'lime.mp4' })
  await row.getByTitle('Displays that cannot play the film get an H.264 version').getByText('also H.264').waitFor()
  expect(await ofFilm()).toMatchObject({ codec: 'hevc', playedOn: { can: 1, cannot: 0 }, version: { state: 'made' } })
  await expect.poll(() => pixelOf(display.page, 960, 270)).toMatch(/^\d,25\d,\d$/)
  // It may have tried the film before its version was there, and takes that back with its next report.
  await expect.poll(() => client.displays.info({ params: { storeCode, plusMac: mac } })).toMatchObject({ unplayable: [], failing: [] })
})
