/** What a display reports of what goes wrong. */
import { expect, test } from 'vitest'
import { createTroubles } from './troubles.ts'

test('a fault that happens while a report is under way is in the next one', () => {
  const troubles = createTroubles()
  troubles.note('video-stuck', 'one')
  expect(troubles.list()).toEqual([{ code: 'video-stuck', detail: 'one' }])
  troubles.note('video-stuck', 'two')
  troubles.heard()
  expect(troubles.list()).toEqual([{ code: 'video-stuck', detail: 'two' }])
  troubles.heard()
  expect(troubles.list()).toEqual([])
})

test('what cannot be shown is in each report until it can, or the plan does not name it any more', () => {
  const troubles = createTroubles()
  const film = { content: 'video:1', code: 'video-failed', detail: 'no supported streams', slide: 0 }
  const page = { content: 'webpage:http://a', code: 'webpage-failed', detail: 'no network', slide: 1 }
  expect([troubles.fail(film), troubles.fail(film), troubles.fail(page)]).toEqual([true, false, true])
  expect(troubles.list()).toEqual([film, page])
  troubles.heard()
  expect(troubles.list({ code: 'update-failed', detail: '' })).toEqual([film, page, { code: 'update-failed', detail: '' }])
  // It may be shown on another slide.
  expect([
    troubles.recover('webpage:http://a', 3),
    troubles.recover('webpage:http://a', 1),
    troubles.recover('webpage:http://a', 1),
  ]).toEqual([false, true, false])
  expect([troubles.isFailing('video:1', 0), troubles.isFailing('video:1', 1), troubles.isFailing('webpage:http://a', 1)]).toEqual([
    true,
    false,
    false,
  ])
  troubles.keepOnly([{ content: 'video:1', slide: 0 }])
  expect(troubles.list()).toEqual([film])
  // On another slide it is shown, as far as is known.
  troubles.keepOnly([
    { content: 'video:1', slide: 2 },
    { content: 'webpage:http://a', slide: 1 },
  ])
  expect(troubles.list()).toEqual([])
})

test('a report has no more of them than the server takes, what cannot be shown first', () => {
  const troubles = createTroubles()
  for (let n = 0; n < 30; n++) troubles.note('load-failed', String(n))
  for (let n = 0; n < 5; n++) troubles.fail({ content: `image:${n}`, code: 'image-failed', detail: '' })
  const listed = troubles.list()
  expect([listed.length, listed.filter((one) => 'content' in one).length]).toEqual([20, 5])
})
