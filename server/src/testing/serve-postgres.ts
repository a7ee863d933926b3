/** A throw-away PostgreSQL for whole-system tests and benchmarks: tells its address, lives as long as its starter. */
import { startPostgres } from './postgres-server.ts'

const server = await startPostgres({ durable: process.argv.includes('--durable') })
process.send?.(server === undefined ? { missing: 'PostgreSQL is not installed: apt-get install postgresql' } : { url: server.url })
const stop = () => void server?.stop().then(() => process.exit(0))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.on('SIGINT', () => undefined)
if (server === undefined) process.exit(0)
