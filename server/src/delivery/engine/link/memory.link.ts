import { linkBehaviour } from './behaviour.ts'
import { createMemoryLink } from './memory-driver.ts'

linkBehaviour('memory', async () => {
  const { createDriver, side } = createMemoryLink()
  return { createDriver: async () => createDriver(), side, stop: async () => undefined }
})
