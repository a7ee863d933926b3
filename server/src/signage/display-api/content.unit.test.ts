import { expect, test } from 'vitest'
import { chunkFor } from './content.ts'

test('few streams read much at a time, many little: together they hold no more than they may', () => {
  expect([1, 60, 100, 976, 5000].map(chunkFor)).toEqual([1_048_576, 1_048_576, 589_824, 65_536, 65_536])
  for (let open = 1; open < 976; open++) expect(open * chunkFor(open)).toBeLessThanOrEqual(64_000_000)
})
