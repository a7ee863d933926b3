import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lightContract } from './build/light-contract.ts'

/** Where `npm run dev` finds the server. */
const server = process.env.ENDCAP_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [lightContract(), react()],
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 700 },
  server: { proxy: { '/api': server, '/push': { target: server.replace('http', 'ws'), ws: true } } },
})
