import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import about from './package.json' with { type: 'json' }

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.ENDCAP_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: at('.'),
  base: '/player/',
  define: { __PLAYER_VERSION__: JSON.stringify(about.version) },
  build: {
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: {
      input: { index: at('index.html'), frame: at('frame.html'), worker: at('src/worker/worker.ts') },
      // The service worker's address stays; browsers ask for it anew by themselves.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/api': server, '/player/push': { target: server.replace('http', 'ws'), ws: true } } },
})
