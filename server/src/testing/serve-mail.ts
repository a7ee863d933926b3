/** A mail server for whole-system tests: takes every mail, puts it into the folder it is given, lives as long as its starter. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMailServer, listenForMail } from './mail-server.ts'

const folder = process.argv[2] ?? '.'
let received = 0
const server = createMailServer((mail) => writeFileSync(join(folder, `${++received}.eml`), mail))
process.send?.({ url: `smtp://127.0.0.1:${await listenForMail(server)}` })
const stop = () => server.close(() => process.exit(0))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.on('SIGINT', () => undefined)
