/** The process that a sandbox runs in: without environment, under Node's permission model. It serves one job at a time. */
import { loadImage, Sandbox } from './sandbox.ts'
import type { Answer, FromChild, Job, ToChild } from './messages.ts'

const [wasm = '', image = ''] = process.argv.slice(2)
const sandbox = new Sandbox(loadImage(wasm, image))
/** Runs of one script before its state is made anew all the same. */
const longestUse = 5000
let key: string | undefined
let uses = 0
const send = (message: FromChild) => process.send?.(message)

function dropIdleSandboxes(): void {
  sandbox.restore()
  key = undefined
  uses = 0
}

function run({ key: requestedKey, load, steps, ms, maxBytes }: Job): Answer[] {
  const until = performance.now() + ms
  const limits = () => ({ ms: Math.max(1, until - performance.now()), maxBytes })
  if (sandbox.spoilt || (key !== undefined && key !== requestedKey) || ++uses > longestUse) dropIdleSandboxes()
  let printed: Pick<Answer, 'log' | 'logCut'> = {}
  if (key === undefined) {
    const loaded = sandbox.call(load, limits())
    if (loaded.error !== undefined) return [loaded]
    key = requestedKey
    printed = loaded
  }
  const answers: Answer[] = []
  for (const { request, payload } of steps) {
    const answer = sandbox.call(request, limits(), payload)
    if (printed.log !== undefined && answers.length === 0) {
      answer.log = printed.log + (answer.log ?? '')
      if (printed.logCut === true) answer.logCut = true
    }
    answers.push(answer)
    if (answer.error !== undefined) break
  }
  return answers
}

process.on('message', (message: ToChild) => {
  if ('reset' in message) {
    dropIdleSandboxes()
    return
  }
  const began = performance.now()
  const answers = run(message)
  send({ id: message.id, answers, ms: performance.now() - began, bytes: sandbox.bytes })
  // Behind the answer: no caller waits for it.
  if (sandbox.spoilt || message.restoreAfter) dropIdleSandboxes()
})
process.on('disconnect', () => process.exit(0))
send({ ready: true })
