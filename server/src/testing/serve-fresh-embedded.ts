/** An embedded database as a server starts its own, in the folder of its argument: for benchmarks. It sends its address, and ends with its parent. */
import { startEmbedded } from '../platform/db/embedded.ts'

const [, , folder] = process.argv
const database = await startEmbedded({ folder })
process.send?.({ url: database.url })
process.once('disconnect', () => void database.stop().then(() => process.exit(0)))
