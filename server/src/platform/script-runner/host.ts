/**
 * The whole boundary between a script and this machine: the functions that the interpreter may call. What is named neither here nor in host-clock.ts is
 * refused; what is here works on the sandbox's own memory and on the clock, and on nothing else.
 */
import { randomFillSync } from 'node:crypto'
import { makeClockCalls } from './host-clock.ts'

/** Error numbers of Emscripten: a script sees them as OSError. */
const [notPermitted, badDescriptor] = [63, 8]

/** The script called for something of the host that it must not have: its run ends. */
export class Violation extends Error {
  constructor(name: string) {
    super(`scripts may not call the host's ${name}`)
  }
}
/** The script went on after its time was over. */
export class Killed extends Error {}

/** The exported functions and values of the interpreter that the host uses. */
export interface Interpreter {
  memory: WebAssembly.Memory
  __stack_pointer: WebAssembly.Global
  __indirect_function_table: WebAssembly.Table
  emscripten_stack_init(): void
  PyBytes_FromStringAndSize(from: number, size: number): number
  PyBytes_AsString(object: number): number
  PyBytes_Size(object: number): number
  PyObject_CallOneArg(callable: number, argument: number): number
  Py_DecRef(object: number): void
}

/** What the host decides for the run under way. */
export interface HostRules {
  /** Bytes that the memory may grow to. */
  maxBytes(): number
  memoryRefused(): void
  refused(name: string): void
  print(bytes: Uint8Array): void
  /** Asked every few dozen steps of the interpreter: the number of a signal that the script is to get, or 0. */
  signal(): number
  /** Throws when the script has had its signals and goes on. */
  checkTime(): void
}

type HostFunction = (...values: never[]) => unknown

/** The imports of the interpreter's module; `bind` is told its exports once it stands. */
export function makeImports(module: WebAssembly.Module, rules: HostRules) {
  let interpreter: Interpreter | undefined
  const memory = () => {
    if (interpreter === undefined) throw new Error('the interpreter does not stand yet')
    return interpreter.memory
  }
  const bytes = () => new Uint8Array(memory().buffer)
  const view = () => new DataView(memory().buffer)
  const call = (place: number, ...values: number[]): unknown =>
    // The table holds the interpreter's own compiled functions and nothing else.
    interpreter?.__indirect_function_table.get(place)?.(...values)
  const memoryCalls = {
    emscripten_resize_heap: (requestedBytes: number) => {
      const [size, limit] = [requestedBytes >>> 0, rules.maxBytes()]
      if (size > limit) {
        rules.memoryRefused()
        return 0
      }
      const now = memory().buffer.byteLength
      const next = Math.min(limit, Math.max(size, Math.floor(now * 1.2)))
      try {
        memory().grow(Math.ceil((next - now) / 65_536))
        return 1
      } catch {
        return 0
      }
    },
    emscripten_get_heap_max: () => rules.maxBytes(),
  }
  const interpreterCalls = {
    _PyEM_TrampolineCall_JS: call,
    _Py_CheckEmscriptenSignals_Helper: () => rules.signal(),
    __call_sighandler: (place: number, signal: number) => call(place >>> 0, signal),
    emscripten_runtime_keepalive_push: () => undefined,
    emscripten_runtime_keepalive_pop: () => undefined,
  }
  const systemCalls = {
    fd_write: (descriptor: number, vectors: number, count: number, out: number) => {
      // What is printed goes into the log; there are no other files.
      if (descriptor !== 1 && descriptor !== 2) return badDescriptor
      const from = view()
      let total = 0
      for (let place = 0; place < count; place++) {
        const at = from.getUint32((vectors >>> 0) + 8 * place, true)
        const size = from.getUint32((vectors >>> 0) + 8 * place + 4, true)
        if (size > 0) rules.print(bytes().subarray(at, at + size))
        total += size
      }
      from.setUint32(out >>> 0, total, true)
      return 0
    },
    environ_sizes_get: (count: number, size: number) => {
      const out = view()
      out.setUint32(count >>> 0, 0, true)
      out.setUint32(size >>> 0, 0, true)
      return 0
    },
    environ_get: () => 0,
    random_get: (at: number, size: number) => {
      randomFillSync(bytes().subarray(at >>> 0, (at >>> 0) + (size >>> 0)))
      return 0
    },
    ...Object.fromEntries(
      ['fd_close', 'fd_read', 'fd_seek', 'fd_pread', 'fd_pwrite', 'fd_sync', 'fd_fdstat_get'].map((name) => [name, () => badDescriptor]),
    ),
  }
  const allowed: Record<string, HostFunction> = {
    ...memoryCalls,
    ...makeClockCalls({ view, checkTime: () => rules.checkTime() }),
    ...interpreterCalls,
    ...systemCalls,
  }

  const refuse = (name: string): HostFunction =>
    name.startsWith('__syscall_')
      ? () => {
          rules.refused(name)
          return -notPermitted
        }
      : () => {
          rules.refused(name)
          throw new Violation(name)
        }
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  const refusedNames: string[] = []
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    const place = (imports[space] ??= {})
    if (kind === 'global') place[name] = new WebAssembly.Global({ value: 'i32', mutable: true }, 0)
    else if (kind !== 'function') throw new Error(`the interpreter wants an import of the kind ${kind}`)
    else {
      const known = Object.hasOwn(allowed, name) ? allowed[name] : undefined
      if (known === undefined) refusedNames.push(name)
      place[name] = known ?? refuse(name)
    }
  }
  return { imports, refusedNames, bind: (exports: Interpreter) => void (interpreter = exports) }
}
