/** Entry of the server process. What was compiled at the last start is kept: threads start faster and need no compiler of their own. */
import { enableCompileCache } from 'node:module'

const { directory } = enableCompileCache()
// Threads and child processes read it from here.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory
const { run } = await import('./run.ts')
await run()
