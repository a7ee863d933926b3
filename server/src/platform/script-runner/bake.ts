/**
 * Makes the image that every sandbox begins from, in a process of its own: starts Pyodide once, runs guest.py in it and writes the memory
 * down. Pyodide's JavaScript runs here and nowhere else, and no user's script ever does. `bake.ts <image to write>`
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Baked {
  memory: WebAssembly.Memory
  __stack_pointer: WebAssembly.Global
  /** Address of the flag that makes the interpreter ask for signals. */
  Py_EMSCRIPTEN_SIGNAL_HANDLING: WebAssembly.Global
}
function bakedOf(exports: object): Baked | undefined {
  const { memory, __stack_pointer, Py_EMSCRIPTEN_SIGNAL_HANDLING }: { [K in keyof Baked]?: unknown } = exports
  return memory instanceof WebAssembly.Memory &&
    __stack_pointer instanceof WebAssembly.Global &&
    Py_EMSCRIPTEN_SIGNAL_HANDLING instanceof WebAssembly.Global
    ? { memory, __stack_pointer, Py_EMSCRIPTEN_SIGNAL_HANDLING }
    : undefined
}
const pageBytes = 65_536
const [target = ''] = process.argv.slice(2)
// The loader writes its own name down: no script is to learn where this server is installed.
process.argv.splice(1)
let baked: Baked | undefined

const instantiate = WebAssembly.instantiate
WebAssembly.instantiate = async (source, imports) => {
  const result = await instantiate(source, imports)
  const { exports } = 'instance' in result ? result.instance : result
  // Of several modules this one is the interpreter.
  if ('PyObject_CallOneArg' in exports) baked = bakedOf(exports)
  return result
}
// A function pointer into JavaScript would be dead in the image: without this little module none is made.
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(module, [source]: [Uint8Array]) {
    if (Buffer.from(source).includes('trampoline_call')) throw new Error('no trampolines')
    return new module(source)
  },
})

const { loadPyodide } = await import('pyodide')
const python = await loadPyodide({ jsglobals: Object.create(null), env: { PYTHONHASHSEED: '0', HOME: '/' } })
python.FS.writeFile('/_endcap_guest.py', readFileSync(new URL('./guest.py', import.meta.url)))
const entry: unknown = python.runPython('import sys; sys.path.insert(0, "/")\nimport _endcap_guest\n_endcap_guest._finish()')
if (typeof entry !== 'number') throw new Error('the guest does not say where it begins')
if (baked === undefined) throw new Error('the interpreter was not seen')
const memory = new Uint8Array(baked.memory.buffer)
memory[baked.Py_EMSCRIPTEN_SIGNAL_HANDLING.value] = 1
let end = memory.length
while (end > 0 && memory[end - 1] === 0) end--
writeFileSync(target, memory.subarray(0, Math.ceil(end / pageBytes) * pageBytes))
writeFileSync(`${target}.json`, JSON.stringify({ entry, stack: baked.__stack_pointer.value, python: python.version }))
process.exit(0)
