import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { baseMap } from './build/base-map.ts'
import { compress } from './build/compress.ts'
import { cssModules } from './build/css-modules.ts'
import { lightContract } from './build/light-contract.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENDCAP_URL ?? 'http://localhost:3000'

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [lightContract(), baseMap(), react(), compress()],
  css: { modules: cssModules(command) },
  // Found late, behind a screen that is loaded with its first use, it would have `npm run dev` load the page anew.
  optimizeDeps: { include: ['clsx'] },
  build: {
    target: 'es2023',
    sourcemap: false,
    // The map's library is one piece of a megabyte, loaded with the first map.
    chunkSizeWarningLimit: 1200,
    // Each with all that it imports: one piece compresses much better than a hundred small ones (298 kB came to 257 in all).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'door', test: /console\/src\/main\.tsx$/, priority: 2 },
            { name: 'frame', test: /console\/src\/(app\/Application|table\/TableScreen|map\/OverviewBar)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/push': { target: server.replace('http', 'ws'), ws: true } } },
}))
