import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { baseMap } from './build/base-map.ts'
import { compress } from './build/compress.ts'
import { lightContract } from './build/light-contract.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENDCAP_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [lightContract(), baseMap(), react(), compress()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // The map's library is one piece of a megabyte, loaded with the first map.
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { '/api': server, '/push': { target: server.replace('http', 'ws'), ws: true } } },
})
