/** What the script of the player may weigh: displays load it over any line (docs/signage.md). */
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Compressed bytes. */
export const playerMaxBytes = 25_000

export interface Built {
  fileName: string
  code?: string
  isDynamicEntry?: boolean
}
/** Compressed bytes of the scripts that the page loads at its start; its service worker, and what a plan asks for later, are none of them. */
export const scriptBytes = (files: readonly Built[]): number =>
  files
    .filter(({ fileName, isDynamicEntry }) => fileName.startsWith('assets/') && isDynamicEntry !== true)
    .reduce((sum, { code }) => sum + (code === undefined ? 0 : gzipSync(code, { level: 9 }).length), 0)

export const overBudget = (bytes: number): string[] =>
  bytes > playerMaxBytes ? [`the player's script has ${bytes} bytes compressed; ${playerMaxBytes} are the most`] : []

/** Builds the player without writing it. */
export async function playerBytes(): Promise<number> {
  const built = await build({ configFile: 'player/vite.config.ts', logLevel: 'silent', build: { write: false } })
  const outputs = Array.isArray(built) ? built : [built]
  return scriptBytes(outputs.flatMap((one) => ('output' in one ? one.output : [])))
}
