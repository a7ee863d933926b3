import { CallError } from '@endcap/contract/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newDraft, toConfig, wrongOf } from './config-fields.ts'
import { sendFile } from './send-file.ts'

const here = { timeZone: 'Asia/Tokyo', locale: 'ja-JP', currency: 'JPY' }

describe('the form of a store', () => {
  test('begins with the defaults of the specification', () => {
    expect(toConfig({ ...newDraft(here), storeCode: 'S1', storeName: 'Shop' })).toMatchObject({
      totalDuration: 120,
      eventDuration: 1,
      cpDuration: 39,
      baseTimeout: 60,
      timeoutTag: 0.1,
      nfRandomPercent: 5,
      nfRetryCnt: 8,
      nfBasicSleep: 18,
      nfDeepSleepDuration: 30,
      timeServerPort: 123,
      tagStatusCheckDay: 'SUN',
      position: null,
      timeZone: 'Asia/Tokyo',
    })
  })
  test('says what is missing or cannot be', () => {
    const draft = { ...newDraft(here), storeCode: 'S1', storeName: 'Shop' }
    expect(wrongOf(draft)).toEqual({})
    expect(
      wrongOf({ ...draft, storeName: ' ', totalDuration: '', cpDuration: 'x', timeoutTag: '0', nfRandomPercent: '101', latitude: '35' }),
    ).toEqual({
      storeName: { word: 'enter' },
      totalDuration: { word: 'enter' },
      cpDuration: { word: 'number' },
      timeoutTag: { word: 'above' },
      nfRandomPercent: { word: 'between', min: 0, max: 100 },
      longitude: { word: 'both' },
    })
    expect(wrongOf({ ...draft, nfRetryCnt: '1.5', timeServerPort: '0' })).toEqual({
      nfRetryCnt: { word: 'number' },
      timeServerPort: { word: 'between', min: 1, max: 65_535 },
    })
  })
})

describe('a large file', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const lostLine = () => new CallError(0, { code: 'unreachable', message: '' })

  test('goes on from where the server is when the connection was lost, also when a part had arrived', async () => {
    const file = new Blob([new Uint8Array(9_000_000)])
    const taken: number[] = []
    const reports: boolean[] = []
    let [at, tries] = [0, 0]
    const sent = sendFile(file, {
      signal: new AbortController().signal,
      received: async () => {
        if (++tries === 2) throw lostLine()
        return at
      },
      part: async (content, offset) => {
        taken.push(offset)
        at = offset + content.size
        // The part arrived, its answer did not.
        if (taken.length === 1) throw lostLine()
      },
      onLost: (lost) => void reports.push(lost),
    })
    await vi.runAllTimersAsync()
    await sent
    expect(taken).toEqual([0, 4_000_000, 8_000_000])
    expect(reports).toEqual([true, true, false, false])
  })
  test('is not sent again when the server refuses it', async () => {
    const refusal = new CallError(409, { code: 'store-not-empty', message: 'Migration failed : Store S1 is not empty.' })
    const part = vi.fn<() => Promise<void>>().mockRejectedValue(refusal)
    const sent = sendFile(new Blob(['x']), { signal: new AbortController().signal, received: async () => 0, part, onLost: () => undefined })
    await expect(sent).rejects.toBe(refusal)
    expect(part).toHaveBeenCalledTimes(1)
  })
})
