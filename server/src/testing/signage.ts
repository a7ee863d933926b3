/** The v1 line for tests: stores, displays with tokens, and things of the library, each made by its call. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Manifest } from '@endcap/contract/player'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { hashToken } from '../people/session/tokens.ts'
import { picture } from './media.ts'
import { caller, seedAccount, seedDisplay, type SeededAccount, seedStore, sendFile } from './seed.ts'
import type { TestContext } from './test-context.ts'

export type Answer = Record<string, unknown>
type Call = ReturnType<typeof caller>
interface Parts {
  context: TestContext
  app: FastifyInstance
  root: SeededAccount
  api: Call
  /** Two hexadecimal digits in all addresses and a letter of all stores: files of tests keep apart by them. */
  mark: string
}

/** What a display reports that has nothing to say. */
export const quietReport = {
  rev: null,
  uptimeSeconds: 5,
  memory: null,
  disk: null,
  rssi: null,
  ip: '',
  volume: 3,
  brightness: 255,
  now: null,
  clockOffset: 0,
  errors: [],
  done: [],
}

/** Has a display announce itself with the token of its store, by which it is taken in; returns the headers of its calls. */
export async function enrolDisplay(
  { app, api }: Pick<Parts, 'app' | 'api'>,
  { storeCode, ...display }: { storeCode: string; mac: string; name?: string },
) {
  const { enrolToken } = (await api('POST', `/plus/store/${storeCode}/setting`, { newEnrolToken: true })).body
  const payload = {
    claimSecret: randomUUID(),
    model: 'IP231A',
    storeCode,
    enrolToken,
    ver: { player: '1' },
    screen: { width: 1920, height: 158 },
    caps: { host: false, reboot: false, brightness: false, screenshot: true, offlineStart: true },
    ...display,
  }
  const registered = await app.inject({ method: 'POST', url: '/api/player/v1/register', payload })
  return { authorization: `Bearer ${registered.json<{ deviceToken: string }>().deviceToken}` }
}

const caps = { host: true, reboot: true, brightness: true, screenshot: true, offlineStart: true }

export function signageOf({ context, app, root, api, mark }: Parts) {
  const { db, clock } = context.context
  let number = 0
  const newStore = async (more: object = {}) => {
    const storeCode = `${mark.toUpperCase()}${++number}`
    await seedStore(context.context, storeCode, more)
    return storeCode
  }
  /** A display in a store, with its token. */
  async function newDisplay(storeCode: string, more: object = {}) {
    const mac = `02:ec:${mark}:00:${(++number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`
    const token = randomBytes(16).toString('hex')
    const name = `Shelf ${number}`
    const known = { versions: '{"player":"1.0.0"}', caps: JSON.stringify(caps), token_hash: hashToken(token), recv_at: clock.now() }
    await seedDisplay(context.context, { mac, storeCode, name }, { ...known, ...more })
    return { mac, token, name }
  }
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as `json<Body>()` of the answer, which it stands for
  async function send<Body = Answer & { id: string; message: string }>(
    url: string,
    name: string,
    content: Buffer,
    { fields = {}, headers = root.headers }: { fields?: Record<string, string>; headers?: object } = {},
  ) {
    return sendFile<Body>(app, { headers }, url, { name, content }, fields)
  }
  const good = async (answer: ReturnType<Call>) => {
    const { status, body } = await answer
    expect([status, body]).toEqual([200, expect.anything()])
    return body as Answer & { id: string; updatedAt: number }
  }
  /** A picture of its own, 64 pixels wide and a few high. */
  const newContent = async (name = `Picture ${++number}`) => {
    const file = await picture(64, 10 + (++number % 500))
      .png()
      .toBuffer()
    const { body } = await send('/plus/v1/content/file', 'a.png', file, { fields: { name } })
    return body.id
  }
  const item = (id: string, start = 0, duration = 10) => ({ id, start, duration })
  const panel = (left: number, more: object = {}) => ({ type: 23, width: 1920, height: 158, left, top: 0, rotation: 0, ...more })
  /** Two screens side by side; each has an area of its own with a content of `contents`. */
  const showBody = (name: string, contents: readonly string[]) => ({
    name,
    width: 3840,
    height: 158,
    duration: 30,
    device: [panel(0), panel(1920)],
    contentArea: contents.map((_, index) => ({ left: index * 1920, top: 0, width: 1920, height: 158 })),
    timeline: contents.map((id) => [item(id)]),
  })
  const newShow = async (contents: readonly string[], name = `Show ${++number}`) =>
    (await good(api('POST', '/plus/v1/show', showBody(name, contents)))).id
  const newSet = async (shows: readonly string[], name = `Set ${++number}`) =>
    (await good(api('POST', '/plus/v1/set', { name, list: shows.map((id) => ({ id, duration: 20 })) }))).id
  const newTimeline = async (sets: readonly string[], device: readonly (readonly string[])[] = [], name = `Timeline ${++number}`) =>
    (await good(api('POST', '/plus/v1/timeline', { name, schedule: sets.map((id) => ({ id })), device }))).id
  /** A content, a show of it, a set of that, and a timeline that these displays play. */
  async function newChain(device: readonly (readonly string[])[] = []) {
    const content = await newContent()
    const show = await newShow([content])
    const set = await newSet([show])
    return { content, show, set, timeline: await newTimeline([set], device) }
  }
  const manifestOf = async (token: string) => {
    const answer = await app.inject({ url: '/api/player/v1/manifest', headers: { authorization: `Bearer ${token}` } })
    return answer.json<{ rev: string; manifest: Manifest }>().manifest
  }
  /** A display's heartbeat, and what it is told to do. */
  const beat = async (token: string, more: object = {}) => {
    const payload = { ...quietReport, ...more }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/player/v1/heartbeat',
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.statusCode, ...answer.json<{ commands: { type: string; expiresAt: number }[] }>() }
  }
  /** An account of these stores that may change displays. */
  const newWriter = async (...stores: string[]) => {
    const account = await seedAccount(context.context, {
      email: `writer-${mark}-${++number}@test.example`,
      privileges: ['plus.read', 'plus.write'],
      stores,
    })
    return Object.assign(caller(app, account), { headers: account.headers })
  }
  /** What was recorded last of a thing. */
  const recorded = async (kind: string, subject: string) =>
    db.selectFrom('audit_log').selectAll().where('kind', '=', kind).where('subject', '=', subject).orderBy('audit_id', 'desc').execute()
  return {
    newStore,
    newDisplay,
    newContent,
    newShow,
    newSet,
    newTimeline,
    newChain,
    newWriter,
    send,
    good,
    item,
    panel,
    showBody,
    manifestOf,
    beat,
    recorded,
  }
}
