import { expect, test } from 'vitest'
import { progressLevel } from './Progress.tsx'

test.each([
  [{ progress: 29, failed: 0, total: 100 }, 'low'],
  [{ progress: 30, failed: 0, total: 100 }, 'part'],
  [{ progress: 99, failed: 0, total: 100 }, 'part'],
  [{ progress: 100, failed: 0, total: 100 }, 'done'],
  [{ progress: 100, failed: 1, total: 100 }, 'part'],
  [{ progress: 100, failed: 100, total: 100 }, 'low'],
])('a task that is over is green only where nothing failed: %o', (task, level) => {
  expect(progressLevel(task)).toBe(level)
})
