// The processes that `npm start` and `npm run dev` run beside this one: all end together, and none is left behind.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Until a process that was told to end is killed, in milliseconds. */
const graceMs = 20_000

/**
 * Starts scripts of package.json, each as a process: with the options that stand there, such as less room for young objects than usual, which
 * a server that rests would keep. `env` is read at each start. When one ends by itself, all do, unless it was started to be restarted.
 */
export function createProcesses(env) {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const children = new Set()
  const atEnd = []
  let stopping = false

  function stop(code = 0) {
    if (stopping) return
    stopping = true
    process.exitCode = code
    for (const end of atEnd) end()
    if (children.size === 0) process.exit(code)
    for (const child of children) if (child.connected) child.disconnect()
    setTimeout(() => {
      for (const child of children) child.kill('SIGKILL')
      process.exit(1)
    }, graceMs).unref()
  }
  function run(script, { onMessage, onExit }) {
    const [, ...execArgv] = scripts[script].split(' ')
    const file = execArgv.pop()
    const child = fork(file, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    children.add(child)
    child.on('message', onMessage)
    child.on('exit', (code) => {
      children.delete(child)
      if (!stopping) onExit(code ?? 1)
      else if (children.size === 0) process.exit(process.exitCode ?? 0)
    })
    return child
  }
  process.on('SIGINT', () => stop())
  process.on('SIGTERM', () => stop())

  return {
    stopping: () => stopping,
    stop,
    /** Called once all are to end. */
    atEnd: (step) => void atEnd.push(step),
    start: (script, onMessage) => void run(script, { onMessage, onExit: stop }),
    /**
     * One that is started again with each `restart()`. One that fails waits for the next. `onMessage` hears every start of it. `overlaps`: the
     * next one loads its modules while the one before ends, and waits for what that one holds.
     */
    startAgain(script, onMessage, { overlaps }) {
      let child
      /** Those that were told to end. */
      const before = new Set()
      let wanted = false
      const begin = () => {
        wanted = false
        const begun = run(script, {
          onMessage: (said) => {
            // It waited in vain for what the one before it holds, which takes long to end.
            if (said.ready === false && before.size > 0) wanted = true
            onMessage(said)
          },
          onExit: (code) => {
            before.delete(begun)
            if (child === begun) {
              child = undefined
              if (!wanted) console.log(`The ${script} ended with ${code}. It starts again with the next change.`)
            }
            if (wanted && child === undefined && before.size === 0) begin()
          },
        })
        child = begun
      }
      begin()
      return () => {
        if (stopping) return
        if (child !== undefined) {
          before.add(child)
          if (child.connected) child.disconnect()
          child = undefined
        }
        if (overlaps || before.size === 0) begin()
        else wanted = true
      }
    },
  }
}
