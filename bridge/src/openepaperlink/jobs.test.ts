/** Pictures and lights through an access point that says nothing of use: no wrong price, no loss that is not reported. */
import { describe, expect, test } from 'vitest'
import { never } from './codec/records.ts'
import { createRig, mac, page } from './testing.ts'

const delivered = (op: string) => [op, { outcome: 'delivered' }]

test('a picture is delivered, pixel by pixel, once the tag has fetched it and not before', async () => {
  const { driver, point, show, told, settle, deliver } = await createRig()
  await driver.show(show(5))
  await settle()
  point.draw()
  await settle()
  expect(told.ends).toEqual([])
  await deliver()
  expect(told.ends).toEqual([delivered('1')])
  expect(point.glass(mac)).toEqual(page(5))
})

test('completion is noticed without its packet too', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig({ heard: false })
  await driver.show(show(5))
  await deliver()
  expect(told.ends).toEqual([])
  await pass(25_000)
  expect(told.ends).toEqual([delivered('1')])
  expect(point.glass(mac)).toEqual(page(5))
})

describe('an upload that was answered with 200', () => {
  test('and dropped is refused, and the tag is as it was', async () => {
    const { driver, point, show, told, state } = await createRig()
    point.misbehave((request, response) => {
      if (request.url !== '/imgupload') return false
      request.resume().on('end', () => response.writeHead(200).end())
      return true
    })
    await expect(driver.show(show(5))).rejects.toMatchObject({
      retryable: true,
      message: 'The access point answered that it took the picture, and did nothing with it',
    })
    expect([...state.values.keys()].filter((name) => name.startsWith('image/'))).toEqual([])
    expect(state.files.size).toBe(0)
    point.misbehave(undefined)
    await driver.show(show(5))
    expect(told.ends).toEqual([])
  })
  test('for a tag that it does not know is refused', async () => {
    const { driver, show } = await createRig()
    await expect(driver.show(show(5, { tag: 'FFFFFFFFFFFFFFFF' }))).rejects.toMatchObject({ retryable: false, reason: 'tag-silent' })
  })
  test('always tells all that an earlier upload may have left turned, inverted or sprinkled', async () => {
    const { driver, point, show, deliver } = await createRig()
    Object.assign(point.tag(mac).entry, { rotate: 2, invert: 1, lut: 3 })
    await driver.show(show(5))
    await deliver()
    expect(point.glass(mac)).toEqual(page(5))
    expect(point.tag(mac).entry).toMatchObject({ rotate: 0, invert: 0, lut: 0 })
  })
})

describe('the same picture', () => {
  test('that the tag took last through us is done at once, and nothing is sent', async () => {
    const { driver, show, told, settle, deliver, forget, point } = await createRig()
    await driver.show(show(5))
    await deliver()
    forget()
    await driver.show(show(5))
    await settle()
    expect(told.ends).toEqual([['2', { outcome: 'same' }]])
    expect(point.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })
  test('also after a light has replaced the hash', async () => {
    const { driver, show, told, settle, deliver } = await createRig()
    await driver.show(show(5))
    await deliver()
    await driver.light!({ op: 'L', tag: mac, params: { state: 0, brightness: 1, speed: 1, seconds: 5 } })
    await deliver()
    await driver.show(show(5))
    await settle()
    expect(told.ends).toEqual([delivered('1'), delivered('L'), ['2', { outcome: 'same' }]])
    expect(told.doubts).toEqual([])
  })
  test('that only the access point believes to be there is sent again and not taken for shown', async () => {
    const { driver, point, show, told, state, start, settle, deliver, pass } = await createRig()
    await driver.show(show(5))
    await deliver()
    // What we knew is gone, as with a new disk; and something else stands on the glass.
    await driver.close()
    state.values.delete(`taken/${mac}`)
    point.tag(mac).glass = page(7)
    const second = start()
    await second.open()
    await settle()
    await second.show(show(5))
    point.draw()
    expect(point.tag(mac).entry).toMatchObject({ pending: 0, nextupdate: never })
    await pass(61_000)
    expect(told.ends).toEqual([delivered('1')])
    await deliver()
    expect(told.ends).toEqual([delivered('1'), delivered('2')])
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('is drawn anew where that is wanted', async () => {
    const { driver, point, show, told, deliver } = await createRig()
    await driver.show(show(5))
    await deliver()
    await driver.show(show(5, { refresh: true }))
    await deliver()
    expect(told.ends).toEqual([delivered('1'), delivered('2')])
    expect(point.tag(mac).entry.updatecount).toBe(2)
  })
  test('that comes back while another waits for the tag ends as the last on the glass', async () => {
    const { driver, point, show, told, deliver, settle } = await createRig()
    await driver.show(show(5))
    await deliver()
    await driver.show(show(7))
    point.draw()
    // The access point would call this one the same and let the other through.
    await driver.show(show(5))
    point.draw()
    await settle()
    await deliver()
    expect(point.glass(mac)).toEqual(page(7))
    // It came out although a newer one had taken its place: that is told as well.
    expect(told.ends).toEqual([delivered('1'), delivered('2')])
    await deliver()
    expect(point.glass(mac)).toEqual(page(5))
    expect(told.ends).toEqual([delivered('1'), delivered('2'), delivered('3')])
    await driver.show(show(5))
    await settle()
    expect(told.ends.at(-1)).toEqual(['4', { outcome: 'same' }])
  })
})

/** A white picture of another program. */
const foreign = { data: new Uint8ClampedArray(4 * 384 * 168).fill(255), width: 384, height: 168 }
test('the same picture behind one of another program, which the access point would let through, is sent, and sent once', async () => {
  const { driver, point, show, told, deliver, forget } = await createRig()
  await driver.show(show(5))
  await deliver()
  point.air.upload(mac, new Map([['dither', '0']]), foreign, 10)
  point.draw()
  forget()
  await driver.show(show(5))
  await deliver()
  expect(point.glass(mac)).not.toEqual(page(5))
  expect(told.ends).toEqual([])
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
  expect(told.ends).toEqual([delivered('2')])
  expect(point.calls.filter((call) => call === 'POST /imgupload')).toHaveLength(1)
})

test('a picture in whose place the access point was told to show something of its own is sent again', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig()
  await driver.show(show(5))
  point.tag(mac).entry.contentMode = 1
  await pass(61_000)
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
  expect(told.ends).toEqual([delivered('1')])
})

test('a picture that cannot be drawn is not delivered because an older one came out', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig()
  await driver.show(show(7))
  point.draw()
  await driver.show(show(5))
  for (const file of point.air.files.values()) file.picture = undefined
  await deliver()
  expect(point.glass(mac)).toEqual(page(7))
  await pass(310_000)
  expect(told.ends).toEqual([delivered('1')])
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
  expect(told.ends).toEqual([delivered('1'), delivered('2')])
})

test('a picture that replaces one that was not drawn yet', async () => {
  const { driver, point, show, told, deliver } = await createRig()
  await driver.show(show(5))
  await driver.show(show(7))
  await deliver()
  expect(point.glass(mac)).toEqual(page(7))
  expect(told.ends).toEqual([delivered('2')])
})

test('a picture that is drawn at the last moment, just before another takes its place, is told as what stands there', async () => {
  const { driver, point, show, told, deliver } = await createRig()
  await driver.show(show(5))
  point.misbehave(({ url }) => {
    if (url === '/imgupload') point.draw()
    return false
  })
  await driver.show(show(7))
  point.misbehave(undefined)
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
  expect(told.ends).toEqual([delivered('1')])
  await deliver()
  expect(point.glass(mac)).toEqual(page(7))
  expect(told.ends).toEqual([delivered('1'), delivered('2')])
})

test('the same operation again is not carried out again', async () => {
  const { driver, show, point, told, deliver } = await createRig()
  const one = show(5)
  await driver.show(one)
  await driver.show(one)
  await deliver()
  expect(told.ends).toEqual([delivered('1')])
  expect(point.calls.filter((call) => call === 'POST /imgupload')).toHaveLength(1)
  // Numbers of our own redraws begin anew with each start of the bridge: another picture is another operation.
  await driver.show(show(7, { op: one.op }))
  await driver.show(show(5, { op: one.op }))
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
})

describe('a transfer that times out', () => {
  test('drops all that waits: picture and light are sent again', async () => {
    const { driver, point, show, told, deliver, settle } = await createRig()
    await driver.show(show(5))
    point.draw()
    await driver.light!({ op: 'L', tag: mac, params: { state: 0, brightness: 1, speed: 1, seconds: 5 } })
    point.tag(mac).timeouts = 1
    await deliver()
    expect(told.ends).toEqual([])
    await deliver()
    expect(told.ends).toEqual([delivered('1')])
    expect(point.glass(mac)).toEqual(page(5))
    await settle()
    await deliver()
    expect(told.ends).toEqual([delivered('1'), delivered('L')])
  })
  test('takes a picture along that was to come out before: that one is not told as delivered', async () => {
    const { driver, point, show, told, deliver } = await createRig()
    await driver.show(show(7))
    point.draw()
    await driver.show(show(5))
    point.draw()
    point.tag(mac).timeouts = 1
    await deliver()
    await deliver()
    expect(point.glass(mac)).toEqual(page(5))
    expect(told.ends).toEqual([delivered('2')])
  })
  test('fails after it was sent four times', async () => {
    const { driver, point, show, told, deliver } = await createRig()
    point.tag(mac).timeouts = 99
    await driver.show(show(5))
    for (let round = 0; round < 4; round++) {
      expect(told.ends).toEqual([])
      await deliver()
    }
    expect(told.ends).toEqual([
      ['1', { outcome: 'failed', reason: 'transfer-timeout', detail: 'The transfer to the tag timed out; it was sent 4 times' }],
    ])
  })
  test('is found out where its packet was lost', async () => {
    const { driver, point, show, told, deliver, pass } = await createRig({ heard: false })
    await driver.show(show(5))
    point.draw()
    await pass(25_000)
    point.tag(mac).timeouts = 1
    point.checkIn(mac)
    await pass(65_000)
    await deliver()
    await pass(65_000)
    expect(told.ends).toEqual([delivered('1')])
    expect(told.notes).toContain(`${mac}: The transfer to the tag failed; it is sent again`)
    expect(point.glass(mac)).toEqual(page(5))
  })
})

test('a picture that the access point cannot read is not taken for shown', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig()
  await driver.show(show(5))
  for (const file of point.air.files.values()) file.picture = undefined
  await deliver()
  // It draws again when the tag is expected within five minutes.
  await pass(310_000)
  expect(told.ends).toEqual([])
  await deliver()
  expect(told.ends).toEqual([delivered('1')])
  expect(point.glass(mac)).toEqual(page(5))
})

test('a tag that the access point has lost does not make the access point lost', async () => {
  const { driver, point, show, told, pass } = await createRig({ heard: false })
  await driver.show(show(5))
  point.tag(mac).known = false
  await pass(120_000)
  expect(told.states).toEqual(['online'])
  // Taken by another program, and then gone: it is still to be sent, and no tag is there to send it to.
  Object.assign(point.tag(mac), { known: true })
  point.tag(mac).entry.contentMode = 0
  point.misbehave((request, response) => {
    if (request.method !== 'POST' || request.url !== '/imgupload') return false
    point.tag(mac).known = false
    request.resume()
    response.end()
    return true
  })
  await pass(120_000)
  expect(told.states).toEqual(['online'])
  expect(told.ends).toEqual([])
})

test('another program that sends to the tag meanwhile does not make our picture delivered', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig()
  await driver.show(show(5))
  const { data, width, height } = { data: new Uint8ClampedArray(4 * 384 * 168).fill(255), width: 384, height: 168 }
  point.air.upload(mac, new Map([['dither', '0']]), { data, width, height }, 10)
  await deliver()
  await pass(25_000)
  expect(told.ends).toEqual([])
  await deliver()
  expect(told.ends).toEqual([delivered('1')])
  expect(point.glass(mac)).toEqual(page(5))
})

test('another program that draws over a picture makes it doubtful', async () => {
  const { driver, point, show, told, deliver, pass } = await createRig({ heard: false })
  await driver.show(show(5))
  await deliver()
  await pass(61_000)
  const { data, width, height } = { data: new Uint8ClampedArray(4 * 384 * 168).fill(255), width: 384, height: 168 }
  point.air.upload(mac, new Map([['dither', '0']]), { data, width, height }, 10)
  await deliver()
  await pass(120_000)
  expect(told.doubts).toEqual([`${mac} Another sender has sent something else to the tag`])
})

describe('lights', () => {
  const light = (op: string, seconds = 5) => ({ op, tag: mac, params: { state: 1, brightness: 2, speed: 2, seconds } })
  test('wait for the picture of their tag, and come after it', async () => {
    const { driver, point, show, told, deliver, settle } = await createRig()
    await driver.show(show(5))
    await driver.light!(light('L'))
    expect(point.calls.some((call) => call.includes('led_flash'))).toBe(false)
    await deliver()
    await settle()
    expect(point.air.items(mac)).toHaveLength(1)
    await deliver()
    expect(point.tag(mac).lights).toEqual(['51E051000000000000000900'])
    expect(told.ends).toEqual([delivered('1'), delivered('L')])
  })
  test('that time out are sent again at once', async () => {
    const { driver, point, told, deliver } = await createRig()
    await driver.light!(light('L'))
    point.tag(mac).timeouts = 1
    await deliver()
    expect(point.air.items(mac)).toHaveLength(1)
    await deliver()
    expect(told.ends).toEqual([delivered('L')])
  })
  test('that are lost without a word are sent again', async () => {
    const { driver, point, told, deliver, pass } = await createRig({ heard: false })
    await driver.light!(light('L'))
    point.tag(mac).timeouts = 1
    await deliver()
    expect(point.air.items(mac)).toHaveLength(0)
    await pass(61_000)
    await deliver()
    await pass(61_000)
    expect([point.tag(mac).lights.length, told.ends]).toEqual([1, [delivered('L')]])
  })
  test.each([
    [200, 'The access point answered that it took the light, and did nothing with it', true],
    [400, 'The access point answers 400', true],
  ])('that are answered with %i and dropped wait for another try', async (status, message, retryable) => {
    const { driver, point, told, deliver } = await createRig()
    point.misbehave((request, response) => {
      if (request.url?.startsWith('/led_flash') !== true) return false
      response.writeHead(status).end('ok, request transmitted')
      return true
    })
    await expect(driver.light!(light('L'))).rejects.toMatchObject({ message, retryable })
    point.misbehave(undefined)
    await deliver()
    expect([point.tag(mac).lights, told.ends]).toEqual([[], []])
    await driver.light!(light('L'))
    await deliver()
    expect(told.ends).toEqual([delivered('L')])
  })
  test('of tags without one are refused', async () => {
    const { driver } = await createRig({ tags: [{ mac, capabilities: 0x20 }] })
    await expect(driver.light!(light('L'))).rejects.toMatchObject({ retryable: false, reason: 'unsupported' })
  })
  test('that are on their way do not make a picture delivered that comes behind', async () => {
    const { driver, point, show, told, deliver } = await createRig()
    await driver.light!(light('L'))
    await driver.show(show(5))
    await deliver()
    expect(told.ends).toEqual([delivered('L')])
    expect(point.glass(mac)).toBeUndefined()
    await deliver()
    expect(told.ends).toEqual([delivered('L'), delivered('1')])
  })
})

describe('taking back', () => {
  test('cannot be promised once the access point has it', async () => {
    const { driver, show } = await createRig()
    await driver.show(show(5))
    expect(await driver.cancel('1', mac)).toBe(false)
    expect(await driver.cancel('77', mac)).toBe(false)
  })
  test('in vain is told, and what is lost then is not sent again', async () => {
    const { driver, point, show, told, deliver } = await createRig()
    await driver.show(show(5))
    expect(await driver.cancel('1', mac)).toBe(false)
    await deliver()
    expect(told.ends).toEqual([delivered('1')])
    await driver.show(show(7))
    expect(await driver.cancel('2', mac)).toBe(false)
    point.tag(mac).timeouts = 1
    await deliver()
    await deliver()
    expect(told.ends).toEqual([delivered('1')])
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('works for what is still here', async () => {
    const { driver, point, show, told, deliver, settle } = await createRig()
    await driver.show(show(5))
    await driver.light!({ op: 'L', tag: mac, params: { state: 1, brightness: 2, speed: 2, seconds: 5 } })
    expect(await driver.cancel('L', mac)).toBe(true)
    await deliver()
    await settle()
    expect(point.air.items(mac)).toHaveLength(0)
    expect(told.ends).toEqual([delivered('1')])
  })
})

test('a blank page is a white glass', async () => {
  const { driver, point, show, told, deliver } = await createRig()
  await driver.show(show(5))
  await deliver()
  await driver.blank({ op: 'B', tag: mac, type: 'oepl-33', refresh: false })
  await deliver()
  expect(point.glass(mac)!.pixels.every((ink) => ink === 0)).toBe(true)
  expect(told.ends).toEqual([delivered('1'), delivered('B')])
})

describe('what cannot be right is refused before it is sent', () => {
  test('a page of another size, which the access point would take', async () => {
    const { driver, point, show, forget } = await createRig()
    forget()
    const bitmap = { width: 10, height: 10, palette: 'bw' as const, pixels: new Uint8Array(100) }
    await expect(driver.show(show(5, { bitmap }))).rejects.toMatchObject({ retryable: false, reason: 'tag-refused' })
    expect(point.calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })
  test('a type for which the access point has no definition, where it would draw nothing for ever', async () => {
    const { driver, show, told } = await createRig({ tags: [{ mac, hwType: 0xf0 }] })
    await expect(driver.show(show(5))).rejects.toMatchObject({ retryable: false, reason: 'unsupported' })
    expect(told.notes.join()).toContain('The access point has no definition of tag type F0')
  })
  test('a type whose definition is not there yet; it is asked for again', async () => {
    const { driver, point, show, told, deliver, settle } = await createRig({ open: false })
    point.misbehave((request, response) => {
      if (request.url?.startsWith('/tagtypes/') !== true) return false
      response.writeHead(404).end()
      return true
    })
    await driver.open()
    await settle()
    await expect(driver.show(show(5))).rejects.toMatchObject({ retryable: false, reason: 'unsupported' })
    point.misbehave(undefined)
    await driver.show(show(5))
    await deliver()
    expect(told.ends).toEqual([delivered('2')])
  })
})

describe('a bridge that is killed in the middle', () => {
  test('goes on with what was accepted', async () => {
    const { driver, point, show, told, start, settle, deliver } = await createRig()
    await driver.show(show(5))
    await driver.close()
    await deliver()
    expect(told.ends).toEqual([])
    const second = start()
    await second.open()
    await settle()
    expect(told.ends).toEqual([delivered('1')])
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('sends what the access point lost meanwhile', async () => {
    const { driver, point, show, told, start, pass, settle, deliver, clock } = await createRig()
    await driver.show(show(5))
    await driver.close()
    point.restart('power')
    await clock.advance(4000)
    point.checkIn(mac)
    const second = start()
    await second.open()
    await settle()
    await pass(310_000)
    expect(told.ends).toEqual([])
    await deliver()
    expect(told.ends).toEqual([delivered('1')])
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('is not misled by a file of its state that is damaged', async () => {
    const { driver, show, state, start, settle, told, deliver } = await createRig()
    await driver.show(show(5))
    await driver.close()
    state.set(`image/${mac}`, { op: 7 })
    const second = start()
    await second.open()
    await settle()
    await deliver()
    expect(told.ends).toEqual([])
  })
})
