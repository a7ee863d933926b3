import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { awakeMs, useAwake } from './use-awake.ts'

function Work({ scans }: { scans: number }) {
  useAwake(scans)
  return null
}

test('the screen stays awake for two minutes after the last scan, and no longer', async () => {
  vi.useFakeTimers()
  let held = 0
  const request = async () => {
    held++
    return { release: async () => void held-- }
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { wakeLock: { request } }))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = async (scans: number) => {
    flushSync(() => root.render(<Work scans={scans} />))
    await vi.advanceTimersByTimeAsync(0)
  }
  await draw(0)
  expect(held).toBe(0)
  await draw(1)
  expect(held).toBe(1)
  await vi.advanceTimersByTimeAsync(awakeMs - 1000)
  await draw(2)
  expect(held).toBe(1)
  await vi.advanceTimersByTimeAsync(awakeMs - 1000)
  expect(held).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(held).toBe(0)
  await draw(3)
  flushSync(() => root.unmount())
  await vi.advanceTimersByTimeAsync(0)
  expect(held).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
