/**
 * One sandbox: a bare instance of CPython in WebAssembly with our imports, begun from the baked image. No JavaScript of Pyodide runs here.
 * What a run leaves behind goes when the image is copied back.
 */
import { readFileSync } from 'node:fs'
import { Killed, makeImports, Violation, type Interpreter } from './host.ts'
import { faultOf, isObject, type Answer, type Fault } from './messages.ts'

export interface Image {
  module: WebAssembly.Module
  memory: Buffer
  /** Addresses in it: the guest's entry, the end of the stack. */
  entry: number
  stack: number
}

export function loadImage(wasmFile: string, imageFile: string): Image {
  const facts: unknown = JSON.parse(readFileSync(`${imageFile}.json`, 'utf8'))
  const { entry, stack } = isObject(facts) ? facts : { entry: undefined, stack: undefined }
  if (typeof entry !== 'number' || typeof stack !== 'number') throw new Error(`${imageFile}.json is damaged`)
  return { module: new WebAssembly.Module(readFileSync(wasmFile)), memory: readFileSync(imageFile), entry, stack }
}

/** Bytes that are kept of what a script prints in one call, the last ones; and what it may answer. */
const maxLog = 65_536
const maxResult = 16 * 2 ** 20
/** After its time a script that swallows the signal gets three more, so many milliseconds apart. */
const [signalsInAll, betweenSignals, lastWords] = [3, 50, 200]
/** A memory that has grown cannot shrink: beyond this a new instance is cheaper than to fill it with zeros each time. */
const maxReusedBytes = 64 * 2 ** 20
/** The guest puts a fault first, so that a good answer can be handed on without being read. */
const faultMark = Buffer.from('{"error":')
const interrupt = 2

export interface Limits {
  /** Milliseconds from now. */
  ms: number
  maxBytes: number
}

export class Sandbox {
  readonly #image: Image
  #interpreter: Interpreter
  #limits = { deadline: Infinity, maxBytes: 128 * 2 ** 20 }
  #signals = 0
  #memoryRefused = false
  #refused = new Set<string>()
  #log: Buffer[] = []
  #logBytes = 0
  #logKept = 0
  /** After a fault: nothing runs here until it is restored. */
  #spoilt = false
  /** Host functions that are refused. */
  refusedNames: readonly string[] = []

  constructor(image: Image) {
    this.#image = image
    this.#interpreter = this.#instantiate()
  }
  get spoilt(): boolean {
    return this.#spoilt
  }
  get bytes(): number {
    return this.#interpreter.memory.buffer.byteLength
  }

  /** All that the interpreter has, as it stands. */
  memory(): Uint8Array {
    return new Uint8Array(this.#interpreter.memory.buffer)
  }

  /** Back to the image: nothing of what ran before is left. */
  restore(): void {
    if (this.bytes > Math.max(maxReusedBytes, this.#image.memory.length * 2)) this.#interpreter = this.#instantiate()
    else this.#fill(this.#interpreter)
  }

  #instantiate(): Interpreter {
    const { imports, refusedNames, bind } = makeImports(this.#image.module, {
      maxBytes: () => this.#limits.maxBytes,
      memoryRefused: () => void (this.#memoryRefused = true),
      refused: (name) => void this.#refused.add(name),
      print: (bytes) => this.#print(bytes),
      signal: () => this.#signal(),
      checkTime: () => {
        if (this.#signals > 0 && performance.now() > this.#limits.deadline + lastWords) throw new Killed('it went on after its time')
      },
    })
    this.refusedNames = refusedNames
    // What the module exports is fixed by the pinned version; the tests fail when it is another.
    const interpreter = new WebAssembly.Instance(this.#image.module, imports).exports as Interpreter
    bind(interpreter)
    interpreter.emscripten_stack_init()
    this.#fill(interpreter)
    return interpreter
  }

  #fill({ memory, __stack_pointer: stack }: Interpreter): void {
    const lacking = this.#image.memory.length - memory.buffer.byteLength
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65_536))
    const bytes = new Uint8Array(memory.buffer)
    bytes.set(this.#image.memory)
    bytes.fill(0, this.#image.memory.length)
    stack.value = this.#image.stack
    this.#spoilt = false
  }

  #print(bytes: Uint8Array): void {
    this.#logBytes += bytes.length
    this.#log.push(Buffer.from(bytes.subarray(-maxLog)))
    this.#logKept += Math.min(bytes.length, maxLog)
    // A flood takes no more memory than this, and is not copied with every line.
    if (this.#logKept > 4 * maxLog) [this.#log, this.#logKept] = [[this.#lastPrinted()], maxLog]
  }
  #lastPrinted(): Buffer {
    // A copy: a part would hold the whole.
    return Buffer.from(Buffer.concat(this.#log).subarray(-maxLog))
  }

  #signal(): number {
    if (performance.now() < this.#limits.deadline) return 0
    if (++this.#signals > signalsInAll) throw new Killed('it went on after its time')
    this.#limits.deadline = performance.now() + betweenSignals
    return interrupt
  }

  /** One request in, one answer out: JSON both ways, with an optional payload of bytes. */
  call(request: string, { ms, maxBytes }: Limits, payload?: Uint8Array): Answer {
    if (this.#spoilt) return { error: { type: 'Crash', message: 'the sandbox was not restored', line: null, trace: [] } }
    Object.assign(this.#limits, { deadline: performance.now() + ms, maxBytes: Math.max(maxBytes, this.#image.memory.length) })
    ;[this.#signals, this.#memoryRefused, this.#log, this.#logBytes, this.#logKept] = [0, false, [], 0, 0]
    this.#refused.clear()
    const answer = this.#ask(Buffer.from(request), payload)
    if ('error' in answer) this.#spoilt = true
    return {
      ...answer,
      ...(this.#logBytes > 0 && { log: this.#lastPrinted().toString('utf8'), logCut: this.#logBytes > maxLog }),
      ...(this.#refused.size > 0 && { refused: [...this.#refused] }),
    }
  }

  #ask(request: Buffer, payload: Uint8Array = new Uint8Array()): Answer {
    const python = this.#interpreter
    try {
      const given = python.PyBytes_FromStringAndSize(0, 4 + request.length + payload.length)
      if (given === 0) return fault('MemoryError', 'the input does not fit into the memory that a script may use')
      const at = python.PyBytes_AsString(given) >>> 0
      const into = Buffer.from(python.memory.buffer)
      into.writeUInt32LE(request.length, at)
      into.set(request, at + 4)
      into.set(payload, at + 4 + request.length)
      const result = python.PyObject_CallOneArg(this.#image.entry, given)
      python.Py_DecRef(given)
      if (result === 0) return fault('Crash', 'the interpreter failed')
      const [size, from] = [python.PyBytes_Size(result) | 0, python.PyBytes_AsString(result) >>> 0]
      if (size < 0 || from + size > python.memory.buffer.byteLength) return fault('Crash', 'the script damaged its interpreter')
      if (size > maxResult) return fault('OutputLimit', `the result is larger than ${maxResult / 2 ** 20} MB`)
      const bytes = Buffer.from(python.memory.buffer, from, size)
      if (bytes.subarray(0, faultMark.length).equals(faultMark)) return { error: readFault(bytes) }
      const json = Buffer.from(bytes)
      python.Py_DecRef(result)
      return { json }
    } catch (error) {
      if (error instanceof Killed) return fault('Timeout', `the script was stopped: ${error.message}`)
      if (error instanceof Violation) return fault('Forbidden', error.message)
      if (error instanceof RangeError && error.message.includes('call stack'))
        return fault('RecursionError', 'the script nested too deeply')
      if (error instanceof WebAssembly.RuntimeError)
        return this.#memoryRefused ? fault('MemoryError', 'the script used more memory than allowed') : fault('Crash', error.message)
      return fault('Crash', error instanceof Error ? error.message : 'the interpreter failed')
    }
  }
}

const fault = (type: string, message: string): { error: Fault } => ({ error: { type, message, line: null, trace: [] } })

/** What the guest says of a failure; a script may have taken the guest's place, so nothing of it is believed unseen. */
function readFault(bytes: Buffer): Fault {
  try {
    const answer: unknown = JSON.parse(bytes.toString('utf8'))
    return (typeof answer === 'object' && answer !== null && 'error' in answer ? faultOf(answer.error) : undefined) ?? damaged
  } catch {
    return damaged
  }
}
const damaged: Fault = { type: 'Crash', message: 'the script damaged its interpreter', line: null, trace: [] }
