import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import about from './package.json' with { type: 'json' }

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.ENDCAP_URL ?? 'http://localhost:3000'

/**
 * Names in the page what it loads later: it does nothing with it, and the service worker keeps it with all else (`keepShell`), so that a
 * display that starts without the server has it.
 */
const namesLater: Plugin = {
  name: 'names-later',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {}, path }) =>
      Object.values(bundle).flatMap((file) =>
        path === '/index.html' && file.type === 'chunk' && file.isDynamicEntry
          ? [{ tag: 'link', attrs: { rel: 'later', href: `/player/${file.fileName}` }, injectTo: 'head' as const }]
          : [],
      ),
  },
}

/** What is loaded later is one file without a style: the helper that Vite puts before it, for those that are not, is larger than what loads it. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined),
}

export default defineConfig({
  root: at('.'),
  base: '/player/',
  define: { __PLAYER_VERSION__: JSON.stringify(about.version) },
  plugins: [namesLater, plainImports],
  build: {
    target: 'es2022',
    // Every display's browser knows modules.
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      input: { index: at('index.html'), frame: at('frame.html'), worker: at('src/worker/worker.ts') },
      // The service worker's address stays; browsers ask for it anew by themselves.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/api': server, '/player/push': { target: server.replace('http', 'ws'), ws: true } } },
})
