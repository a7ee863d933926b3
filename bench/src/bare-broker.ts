/** The MQTT library of the embedded broker and nothing else, for comparison. Says its port. */
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { portOf } from './port-of.ts'

const broker = await Aedes.createBroker()
const server = createServer((socket) => void broker.handle(socket)).listen(0, '127.0.0.1', () => process.send?.(portOf(server)))
process.on('disconnect', () => process.exit(0))
