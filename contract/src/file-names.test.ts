import { expect, test } from 'vitest'
import { downloadName } from './file-names.ts'

test.each([
  ['photo.png', 'image/png', 'photo.png'],
  ['notpic.jpg', 'image/png', 'notpic.png'],
  ['PHOTO.JPEG', 'image/jpeg', 'PHOTO.JPEG'],
  ['drawing.svg', 'image/png', 'drawing.png'],
  ['Offer 2.5', 'video/mp4', 'Offer 2.5.mp4'],
  ['film.m4v', 'video/mp4', 'film.m4v'],
  ['Bread of the week', 'image/png', 'Bread of the week.png'],
  ['Menu', 'application/vnd.android.package-archive', 'Menu.apk'],
  ['player.deb', 'application/octet-stream', 'player.deb'],
])('%s of type %s is downloaded as %s', (name, type, as) => {
  expect(downloadName(name, type)).toBe(as)
})
