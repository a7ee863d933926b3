// `npm run dev`: the trial chain, with the server started again and the pages renewed at each change of their sources.
import { statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { workspacesOf } from './built-pages.mjs'

/** A save is often several changes. */
const gatherMs = 60

/** Calls `changed` with the name of a file when sources of the server have changed; answers what ends that. */
export function watchServer(root, changed) {
  let timer
  /** When each file was last changed: the system tells of one change several times. */
  const times = new Map()
  const watchers = [...workspacesOf(root, 'server'), 'bridge'].map((workspace) =>
    watch(join(root, workspace, 'src'), { recursive: true }, (_, name) => {
      if (name === null || !/\.(ts|sql)$/.test(name) || /\.(test|link)\.ts$/.test(name)) return
      const file = join(workspace, 'src', name)
      const time = statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs
      if (times.get(file) === time && time !== undefined) return
      times.set(file, time)
      clearTimeout(timer)
      timer = setTimeout(() => changed(file), gatherMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** Serves the sources of the console and the player, which call the server at `url`; answers their addresses and what ends them. */
export async function servePages(root, url, ports) {
  // The pages' settings read it.
  process.env.ENDCAP_URL = url
  const servers = []
  for (const page of ['console', 'player']) {
    const server = await createServer({
      configFile: join(root, page, 'vite.config.ts'),
      logLevel: 'warn',
      clearScreen: false,
      server: { port: ports[page], strictPort: true },
    })
    servers.push(await server.listen())
  }
  const [console, player] = servers.map((server) => server.resolvedUrls?.local[0] ?? '')
  return { console, player, stop: () => Promise.all(servers.map((server) => server.close())) }
}
