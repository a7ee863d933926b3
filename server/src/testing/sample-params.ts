/** What stands in addresses when each endpoint is tried: things that could be, and are not there. */
import { tagId } from './seed.ts'

export const sampleParams: Record<string, string> = {
  gwMac: '02EC5A010001',
  tagMac: tagId(1),
  sensorMac: tagId(2),
  taskId: '1',
  historyId: '1',
  deliveryId: '1',
  hash: '0'.repeat(64),
  exception: 'error',
  email: 'me',
  prCode: '1',
  pageRows: '1',
}
