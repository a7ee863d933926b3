/** Turns an up message of the native protocol into an event, or says what is wrong with it. */
import { upMessages } from '@endcap/gateway-link/messages'
import { parseTopic } from '@endcap/gateway-link/topics'
import type { LinkEvent } from './driver.ts'

const maxProblem = 300

export function readMessage(topic: string, payload: Uint8Array): LinkEvent | undefined {
  const parsed = parseTopic(topic)
  if (parsed === undefined || parsed.direction !== 'up')
    return { type: 'bad-message', gateway: undefined, topic, problem: 'not a topic of the protocol' }
  const gateway = { storeCode: parsed.storeCode, gwMac: parsed.gwMac }
  const bad = (problem: string): LinkEvent => ({ type: 'bad-message', gateway, topic, problem: problem.slice(0, maxProblem) })
  let content: unknown
  try {
    content = JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    return bad('not JSON')
  }
  const explain = (error: { issues: { path: PropertyKey[]; message: string }[] }) =>
    bad(
      error.issues
        .slice(0, 3)
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('; '),
    )
  switch (parsed.name) {
    case 'presence': {
      const { data, error } = upMessages.presence.safeParse(content)
      return data === undefined ? explain(error) : { type: 'presence', gateway, online: data.state === 'online', session: data.session }
    }
    case 'status': {
      const { data, error } = upMessages.status.safeParse(content)
      return data === undefined ? explain(error) : { type: 'status', gateway, status: data }
    }
    case 'seen': {
      const { data, error } = upMessages.seen.safeParse(content)
      return data === undefined
        ? explain(error)
        : { type: 'seen', gateway, place: { stream: 'seen', session: data.session, seq: data.seq }, sightings: data.tags }
    }
    case 'sensor': {
      const { data, error } = upMessages.sensor.safeParse(content)
      if (data === undefined) return explain(error)
      const { session, seq, clock, readings } = data
      return { type: 'readings', gateway, place: { stream: 'sensor', session, seq }, clock, readings }
    }
    case 'op': {
      const { data, error } = upMessages.op.safeParse(content)
      return data === undefined
        ? explain(error)
        : { type: 'results', gateway, place: { stream: 'op', session: data.session, seq: data.seq }, results: data.results }
    }
    case 'reply': {
      const { data, error } = upMessages.reply.safeParse(content)
      return data === undefined ? explain(error) : { type: 'reply', gateway, reply: data }
    }
    case 'log': {
      const { data, error } = upMessages.log.safeParse(content)
      return data === undefined ? explain(error) : { type: 'log', gateway, log: data }
    }
    default:
      return undefined
  }
}
