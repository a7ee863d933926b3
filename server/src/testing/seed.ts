/** Rows that tests begin with. */
import type { Method } from '@endcap/contract/endpoint'
import { randomBytes } from 'node:crypto'
import { privilegeKeys, type Privilege } from '@endcap/contract/privileges'
import { storeConfig } from '@endcap/contract/stores'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { hashToken } from '../people/session/session.service.ts'
import { insertStore } from '../chain/stores/stores.queries.ts'

export async function seedStore({ db, clock }: Context, storeCode: string, more: object = {}): Promise<void> {
  await insertStore(
    db,
    storeConfig.parse({ storeCode, storeName: `Store ${storeCode}`, timeZone: 'Asia/Tokyo', locale: 'ja-JP', currency: 'JPY', ...more }),
    clock.now(),
  )
}

export interface SeededAccount {
  email: string
  headers: { 'access-token': string; 'access-email': string }
}
let lastRole = 100

/** An account with an open session. Without privileges it has an empty role; `'administrator'` is role 0. */
export async function seedAccount(
  { db, clock }: Context,
  account: { email: string; stores?: readonly string[]; privileges: readonly Privilege[] | 'administrator'; password?: string },
): Promise<SeededAccount> {
  const { email, stores = [], privileges, password } = account
  const at = clock.now()
  let roleId = 0
  if (privileges !== 'administrator') {
    roleId = ++lastRole
    const rows = privilegeKeys.map((key) => ({ key, read: privileges.includes(`${key}.read`), write: privileges.includes(`${key}.write`) }))
    await db
      .insertInto('roles')
      .values({ role_id: roleId, name: `Role of ${email}`, privileges: JSON.stringify(rows) })
      .execute()
  }
  // Cheap hashing: tests sign in often.
  const password_hash = password === undefined ? '' : await hash(password, { memoryCost: 1024, timeCost: 1 })
  await db
    .insertInto('accounts')
    .values({ email, name: email, password_hash, role_id: roleId, last_pwd_changed: at, created_at: at, updated_at: at })
    .execute()
  if (stores.length > 0)
    await db
      .insertInto('account_stores')
      .values(stores.map((store_code) => ({ email, store_code })))
      .execute()
  const token = randomBytes(16).toString('hex')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      email,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(at.getTime() + 3_600_000_000),
      ip: '127.0.0.1',
      user_agent: 'test',
    })
    .execute()
  return { email, headers: { 'access-token': token, 'access-email': email } }
}

/** A display of a store, on line, with 1920 × 158 points; `more`: columns of its row that are otherwise. */
export async function seedDisplay(
  { db, clock }: Context,
  { mac, storeCode, name }: { mac: string; storeCode: string; name: string },
  more: object = {},
): Promise<void> {
  const at = clock.now()
  await db
    .insertInto('plus_devices')
    .values({
      mac,
      store_code: storeCode,
      requested_store: null,
      name,
      model: 'IP231A',
      screen_width: 1920,
      screen_height: 158,
      versions: '{}',
      caps: '{}',
      report: '{}',
      config: '{}',
      status: 'ONLINE',
      created_at: at,
      updated_at: at,
      ...more,
    })
    .execute()
}

/** The body of an answer whose shape a test does not name. */
type AnswerBody = Record<string, unknown> & { data: Record<string, unknown>[] }

/** A caller of the API: `api('POST', '/tag/assign', body)`, or with the shape of its answer `api<Playlist>('GET', '/plus/v1/playlist/4')`. */
export function caller(app: FastifyInstance, { headers }: Pick<SeededAccount, 'headers'>) {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as `json<Body>()` of the answer, which it stands for
  return async <Body = AnswerBody>(method: Method, url: string, payload?: object) => {
    const response = await app.inject({ method, url: `/api${url}`, headers, ...(payload !== undefined && { payload }) })
    return { status: response.statusCode, body: response.json<Body>() }
  }
}

/** A multipart body with one file. */
export function multipart(fields: Record<string, string>, file: { name: string; content: string | Buffer; field?: string }) {
  const boundary = 'endcap-test-boundary'
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: text/csv\r\n\r\n`,
  )
  const payload = Buffer.concat([...parts, head, Buffer.from(file.content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Sends a file, with these fields before it, to the API as this account: `sendFile(app, root, '/product/file', { name, content }, { storeCode })`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as `json<Body>()` of the answer, which it stands for
export async function sendFile<Body = Record<string, unknown>>(
  app: FastifyInstance,
  { headers }: { headers: object },
  url: string,
  file: { name: string; content: string | Buffer },
  fields: Record<string, string> = {},
) {
  const form = multipart(fields, file)
  const answer = await app.inject({ method: 'POST', url: `/api${url}`, payload: form.payload, headers: { ...headers, ...form.headers } })
  return { status: answer.statusCode, body: answer.json<Body>() }
}

/** Headers of any call of the tus protocol, with these fields of a file of ten bytes. */
export const tusHeaders = (fields: object) => ({
  'tus-resumable': '1.0.0',
  'upload-length': '10',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
  'upload-metadata': Object.entries(fields)
    .flatMap(([name, text]) => (text === null || text === undefined ? [] : [`${name} ${Buffer.from(String(text)).toString('base64')}`]))
    .join(','),
})

/** A tag id of 2.90 inches. */
export const tagId = (number: number): string => `5A3C9E005${number.toString(16).toUpperCase().padStart(7, '0')}`

/** Products of a store with a name and a price, by their codes. */
export const seedProducts = (api: ReturnType<typeof caller>, storeCode: string, ...codes: string[]) =>
  api('POST', '/product', { storeCode, productList: codes.map((prCode) => ({ prCode, prInfo: ['', `Product ${prCode}`, '', '198'] })) })
