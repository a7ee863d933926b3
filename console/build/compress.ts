/**
 * Lays a compressed copy beside every built file that shrinks, once for all visitors and better than could be done while they wait. The
 * server sends the copy that the browser takes.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const shrinks = /\.(js|css|html|json|svg|wasm)$/
const packed: Record<string, (content: Buffer) => Promise<Buffer>> = {
  gz: (content) => promisify(gzip)(content, { level: 9 }),
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
}
/** Of larger files (the map's) there is only the gzip copy: the best that brotli can do takes minutes there. */
const brotliBytes = 600_000

export function compress(): Plugin {
  let folder = ''
  // A build that fails writes nothing, and its own error is the one to be told.
  let written = false
  return {
    name: 'compress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    writeBundle: () => void (written = true),
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        if (!written) return
        for (const file of await readdir(folder, { recursive: true })) {
          if (!shrinks.test(file)) continue
          const content = await readFile(join(folder, file))
          for (const [ending, pack] of Object.entries(packed)) {
            if (ending === 'br' && content.length > brotliBytes) continue
            await writeFile(join(folder, `${file}.${ending}`), await pack(content))
          }
        }
      },
    },
  }
}
