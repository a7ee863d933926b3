/**
 * Looking at a widget in the console: its files under an address that is good for some minutes, in a frame of its own origin. What a widget
 * does there reaches neither the console nor its session.
 */
import { partsOf } from '@endcap/contract/typed-object'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createInflateRaw } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Content } from '../../platform/decoders/content.ts'
import { notFound } from '../../platform/base/errors.ts'
import { openSecret, sealSecret } from '../../platform/secrets/secrets.ts'
import { findFile } from './media.queries.ts'
import { fileOf } from '../../platform/decoders/widget.ts'

const prefix = '/widget-view/'
const goodMs = 10 * 60_000
const types: Partial<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  woff2: 'font/woff2',
}

/** Of answers below that address; undefined for others. */
export const widgetHeaders = (url: string): Record<string, string> | undefined =>
  url.startsWith(prefix)
    ? {
        'content-security-policy':
          "sandbox allow-scripts; default-src 'self' data: blob: https: 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'self'",
        // The frame has no origin, so that all it loads comes from another one.
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      }
    : undefined

export async function viewWidget(context: Context, storeCode: string, id: string) {
  const row = await findFile(context.db, { storeCode, kind: 'widget', id })
  if (row === undefined) throw notFound('There is no such file.')
  return openWidget(context, row)
}

/** Of a widget wherever it is kept. */
export function openWidget(context: Context, row: { type: string; blob: string; width: number | null; height: number | null }) {
  if (row.type !== 'application/zip') throw notFound('Only a launcher of Android shows this widget.')
  const ticket = sealSecret(context, JSON.stringify({ blob: row.blob, until: context.clock.now().getTime() + goodMs }))
  return { url: `${prefix}${ticket}/index.html`, width: row.width ?? 0, height: row.height ?? 0 }
}

export function serveWidgets(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { ticket: string; '*': string } }>(`${prefix}:ticket/*`, async ({ params }, reply) => {
    const blob = blobOf(context, params.ticket)
    const archive = blob === undefined ? undefined : await archiveOf(context, blob)
    const entry = archive && (await fileOf(archive, params['*']))
    if (blob === undefined || entry === undefined) throw notFound('There is no such file.')
    const { start, end, packed } = await entry.place()
    // Unpacked as it is sent: none of it is whole in memory.
    const content = end > start ? context.blobs.read(blob, { start, end: end - 1 }) : Readable.from([])
    const [, extension = ''] = /\.(\w+)$/.exec(entry.name) ?? []
    return reply
      .type(types[extension.toLowerCase()] ?? 'application/octet-stream')
      .header('cache-control', 'private, no-store')
      .send(packed ? pipeline(content, createInflateRaw(), () => undefined) : content)
  })
}

/** Undefined when it has gone. */
async function archiveOf({ blobs }: Context, blob: string): Promise<Content | undefined> {
  const bytes = await blobs.size(blob)
  if (bytes === undefined) return undefined
  return {
    bytes,
    read: async (start, end) => (end > start ? buffer(blobs.read(blob, { start, end: end - 1 })) : Buffer.alloc(0)),
  }
}

function blobOf(context: Context, ticket: string): string | undefined {
  try {
    const { blob, until } = partsOf(JSON.parse(openSecret(context, ticket)))
    return typeof blob === 'string' && typeof until === 'number' && until > context.clock.now().getTime() ? blob : undefined
  } catch {
    return undefined
  }
}
