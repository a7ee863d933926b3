/** The sandbox against scripts that mean harm: each attempt is contained and told, and the next run in the same process is clean. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attacks, trapPort } from '../../testing/script-attacks.ts'
import { scriptCache } from '../../testing/script-cache.ts'
import { createScriptRunner, ScriptFailure, type Script, type ScriptRunner } from '../../platform/script-runner/runner.ts'
import { loadImage, Sandbox } from '../../platform/script-runner/sandbox.ts'
import { findImage } from '../../platform/script-runner/image.ts'

const log = pino({ level: 'silent' })
/**
 * Each has one sandbox: whatever an attack leaves, the next run meets. The hasty one is for what goes on without end; of the other, nothing is
 * ended because the machine is busy.
 */
let runner: ScriptRunner
let hasty: ScriptRunner
let [knocks, port] = [0, 0]
const trap = createServer((socket) => {
  knocks++
  socket.on('error', () => undefined).end()
})
const secret = 'TOPSECRET-of-the-server'

beforeAll(async () => {
  process.env.ENDCAP_TEST_SECRET = secret
  runner = createScriptRunner({ cacheFolder: scriptCache, log, size: 1 })
  hasty = createScriptRunner({ cacheFolder: scriptCache, log, size: 1, longestMs: 1500 })
  for (const one of [runner, hasty]) await one.check(of('pass\ndef row(r, ctx): pass'))
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  port = (trap.address() as AddressInfo).port
})
afterAll(async () => {
  trap.close()
  await runner.stop()
  await hasty.stop()
})

const of = (code: string, more: Partial<Script> = {}): Script => ({
  kind: 'paper-parser',
  scope: 'EVIL',
  context: { fileEncoding: 'utf-8' },
  code,
  ...more,
})

/** What the script says of itself, or how it failed. */
async function attempt(code: string, by = runner): Promise<string> {
  const source = `${code.replaceAll(trapPort, String(port))}\ndef row(r, ctx): return str(globals().get('R'))[:300]\n`
  let output = ''
  try {
    await by.parse(of(source), { name: 'a.csv', content: Buffer.from('x') }, async ({ records }) => {
      output = String(records[0]?.[1])
    })
    return `says: ${output}`
  } catch (error) {
    if (error instanceof ScriptFailure) return error.fault.type
    throw error
  }
}

/** The script of another store, in the sandbox that was just attacked. */
async function neighbour(by = runner): Promise<unknown> {
  const code = [
    'import json, csv, io, sys, os',
    'def decorate(product, tag, ctx):',
    "    product['prInfo'][0] = json.dumps([len(list(csv.reader(io.StringIO('a,b')))), sum([1, 2]), sorted('ba'), sys.getrecursionlimit(), dict(os.environ)])",
  ].join('\n')
  const { results } = await by.decorate(of(code, { kind: 'tag-data-decorator', scope: 'NEIGHBOUR' }), [
    [{ prCode: '1', prInfo: ['a'] }, {}],
  ])
  return results
}
const exhausted = ['Timeout', 'MemoryError', 'RecursionError', 'Crash']
const clean = [{ prInfo: ['[1, 3, ["a", "b"], 1000, {}]'] }]

test.each(attacks)(
  'an attack reaches nothing and leaves nothing to the next run: $name',
  async ({ code, ends, endless = exhausted.includes(ends) }) => {
    const by = endless ? hasty : runner
    const output = await attempt(code, by)
    // What uses time, memory and stack without end meets whichever limit is nearest on this machine.
    const expected = exhausted.includes(ends) ? exhausted : [ends]
    expect(expected).toContain(output.startsWith('says: ') ? output.slice(0, ends.length) : output)
    expect(output).not.toContain('ESC')
    expect(output).not.toContain(secret)
    expect(await neighbour(by)).toEqual(clean)
  },
)

test('nothing was reached: no connection, no process, no file', () => {
  expect(knocks).toBe(0)
  expect(readdirSync('.')).not.toContain('pwned')
  expect(existsSync('/escaped')).toBe(false)
})

describe('poisoning the next run', () => {
  const poisons: [string, string][] = [
    ['builtins', 'import builtins\nbuiltins.len = lambda x: 666\nbuiltins.sum = None'],
    ['modules', "import json, csv, sys\njson.dumps = lambda *a: 'owned'\ncsv.reader = None\nsys.modules['io'] = None"],
    ['the finders', "import sys\nsys.meta_path.clear()\nsys.path.append('/')"],
    ['the environment', "import os\nos.environ['A'] = 'b'"],
    ['the recursion limit', 'import sys\nsys.setrecursionlimit(77)'],
    ['the collector', 'import gc\ngc.disable()\ngc.freeze()'],
    ['the signals', 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)'],
    [
      'the guest itself',
      "import sys, gc\nfor o in gc.get_objects():\n    pass\nimport types\ng = sys._getframe()\nwhile g.f_back: g = g.f_back\ng.f_globals['_operations'] = {}\ng.f_globals['_dumps'] = lambda x: 'owned'",
    ],
  ]
  test.each(poisons)('the next run does not find what a script changed: %s', async (_, code) => {
    await attempt(code)
    expect(await neighbour()).toEqual(clean)
  })

  test('of a secret that one store left in memory 200,000 times, another store finds none', async () => {
    const { wasm, image } = await findImage(scriptCache)
    const loaded = loadImage(wasm, image)
    const sandbox = new Sandbox(loaded)
    const limits = { ms: 5000, maxBytes: 192 * 2 ** 20 }
    const hide = "keep = ['price-of-store-A-%d' % i for i in range(200000)]\ndef row(r, ctx): pass"
    expect(sandbox.call(JSON.stringify({ op: 'load', source: hide }), limits).error).toBeUndefined()
    expect(countOf(sandbox.memory(), 'price-of-store-A')).toBeGreaterThan(200_000)
    sandbox.restore()
    const after = sandbox.memory()
    expect(countOf(after, 'price-of-store-A')).toBe(0)
    expect(Buffer.compare(after.subarray(0, loaded.memory.length), loaded.memory)).toBe(0)
    expect(after.subarray(loaded.memory.length).every((byte) => byte === 0)).toBe(true)
  })
})

describe('floods and lies', () => {
  const parse = (code: string, onRecords = async () => {}, by = runner) =>
    by.parse(of(code), { name: 'a.csv', content: Buffer.from('x') }, onRecords)
  test('what is printed is cut, and the run goes on', async () => {
    const { log: printed } = await parse("for i in range(5000): print('x' * 1000)\ndef row(r, ctx): pass")
    expect(printed.length).toBe(65_536)
  })
  test('a result that is too large is refused', async () => {
    await expect(parse("def parse(file, ctx):\n    yield 'x' * 30000000")).rejects.toMatchObject({ fault: { type: 'OutputLimit' } })
  })
  test('records without end are ended with the time, and come no faster than they are taken', async () => {
    let batches = 0
    const endless = parse('def parse(file, ctx):\n    while True: yield {}', async () => void batches++, hasty)
    await expect(endless).rejects.toMatchObject({ fault: { type: expect.stringMatching(/^(Timeout|OutputLimit)$/) } })
    expect(batches).toBeGreaterThan(0)
  })
  test('a script that takes the place of the guest does not mislead the host', async () => {
    const forged =
      'import sys\ng = sys._getframe()\nwhile g.f_back: g = g.f_back\ng.f_globals[\'_dumps\'] = lambda x: \'{"records":7,"errors":7}\'\ndef row(r, ctx): pass'
    await expect(parse(forged)).rejects.toMatchObject({ fault: { type: 'Crash' } })
    for (const lie of [
      '{"records":[],"errors":[],"rejected":1e15,"done":true,"fault":null}',
      '{"records":[7],"errors":[],"rejected":0,"done":true,"fault":null}',
      '{"records":[["x",{}]],"errors":[],"rejected":0,"done":true,"fault":null}',
      '{"records":[],"errors":[[1,"a"]],"rejected":0,"done":true,"fault":null}',
      '{"records":[],"errors":[],"rejected":0,"done":"never","fault":null}',
      '{"error":{"type":{},"message":[],"line":"x","trace":[1,{"line":"y"}]}}',
    ])
      await expect(parse(forged.replace(/'\{.*\}'/, () => `'${lie}'`))).rejects.toMatchObject({ fault: { type: 'Crash' } })
  })
  test('a file that is too large for a script is refused', async () => {
    const big = { name: 'big', content: Buffer.alloc(129 * 2 ** 20) }
    await expect(runner.parse(of('def row(r, ctx): pass'), big, async () => {})).rejects.toMatchObject({ fault: { type: 'InputLimit' } })
  })
})

test('the image holds what the host lets through, and nothing of this machine', async () => {
  const { wasm, image } = await findImage(scriptCache)
  const sandbox = new Sandbox(loadImage(wasm, image))
  // Of the functions that the interpreter asks for, these are the ones it does not get.
  expect(sandbox.refusedNames.length).toBeGreaterThan(200)
  for (const name of [
    '_emscripten_system',
    'proc_exit',
    'emscripten_asm_const_int',
    '__syscall_openat',
    '__syscall_connect',
    'create_once_callable',
  ])
    expect(sandbox.refusedNames).toContain(name)
  const memory = readFileSync(image)
  expect(memory.includes(secret)).toBe(false)
  for (const [name, value = ''] of Object.entries(process.env))
    if (value.length > 12 && !['PATH', 'HOME', 'PWD'].includes(name) && !value.startsWith('/'))
      expect({ name, is: memory.includes(value) }).toEqual({ name, is: false })
})

test('bytes of random code do the neighbour no harm', async () => {
  const fuzz = [
    'import random',
    'def f(a, b=2):',
    '    x = [a, b]',
    '    for i in range(3): x.append(i * a)',
    '    return {k: str(k) for k in x}',
    'random.seed(SEED)',
    'for n in range(60):',
    '    code = bytes(random.randrange(256) for _ in range(len(f.__code__.co_code)))',
    '    try:',
    '        exec(f.__code__.replace(co_code=code))',
    '    except BaseException: pass',
  ].join('\n')
  for (let seed = 0; seed < 8; seed++) {
    await attempt(fuzz.replace('SEED', String(seed)))
    expect(await neighbour()).toEqual(clean)
  }
})

function countOf(memory: Uint8Array, text: string): number {
  const bytes = Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength)
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) count++
  return count
}
