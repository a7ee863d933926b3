/** The program on a display's machine, as people run it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../player/host/main.ts', import.meta.url))

/** Starts it with these settings in its folder; `url` is where the player is. */
export async function startPlayerHost({ serverUrl, folder, settings }: { serverUrl: string; folder: string; settings: object }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  const args = [script, '--server', serverUrl, '--port', '0', '--data', folder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const [url = ''] = /http:\S+\/player\//.exec(output) ?? []
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
