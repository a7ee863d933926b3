/** What the page takes of memory and disk, in bytes: for a display whose machine has no host program that tells its own. */
import { isRecord } from '@endcap/contract/typed-object'

export interface Use {
  used: number
  total: number
}

/** Chromium alone says; the figures are of the page. */
export function memoryUse(): Use | null {
  const memory: unknown = 'memory' in performance ? performance.memory : undefined
  if (!isRecord(memory)) return null
  const { usedJSHeapSize: used, jsHeapSizeLimit: total } = memory
  return typeof used === 'number' && typeof total === 'number' ? { used, total } : null
}

export interface DiskUse {
  /** As it was measured last; null before that, and where the browser does not say. */
  figures(): Use | null
  measure(): Promise<void>
}
export function createDiskUse(): DiskUse {
  let figures: Use | null = null
  return {
    figures: () => figures,
    measure: async () => {
      if (!isSecureContext) return
      const { usage = 0, quota = 0 } = await navigator.storage.estimate()
      figures = { used: usage, total: quota }
    },
  }
}
