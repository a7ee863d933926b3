/**
 * What displays and the server say to each other (docs/signage.md): all of it works by asking now and then; the WebSocket at
 * `/player/push` only makes it fast. Losing any message does no harm.
 */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { deviceCaps, deviceReport } from './device-report.ts'
import { plusMac } from './display-address.ts'
import { moves } from './drawn.ts'
import { cardLookQuery, slide } from './slides.ts'
import { playedShow } from './shows.ts'
import { done, storeCode } from './schemas.ts'

/** A display reports this often, a fifth more or less. */
export const heartbeatSeconds = 30
/** It counts as gone when nothing was heard for so many heartbeats. */
export const heartbeatsMissed = 3
/** How long a display that waits for approval rests before it asks again, seconds. */
export const retrySeconds = 10
/** Content is loaded and checked in pieces of this size. */
export const chunkBytes = 8_388_608
export const screenshotMaxBytes = 2_000_000

export const commandTypes = ['sync', 'reboot', 'blink', 'info', 'screenshot', 'identify', 'reload', 'update'] as const
export type CommandType = (typeof commandTypes)[number]
/** `reloaded`: a browser without its host program cannot restart the machine. */
export const commandResults = ['ok', 'reloaded', 'unsupported', 'failed'] as const
export type CommandResult = (typeof commandResults)[number]
export const command = z.object({
  id: z.string(),
  type: z.enum(commandTypes),
  /** `blink`: `{slot}`, null for all of the screen; `info`: `{seconds}`. */
  args: z.object({ slot: z.int().nullable().optional(), seconds: z.int().optional() }),
  /** Milliseconds since 1970: later it is not to be done any more. */
  expiresAt: z.number(),
})
export interface Command extends z.infer<typeof command> {}

const rule = z.object({
  period: z.object({ start: z.string(), end: z.string() }).nullable(),
  days: z.array(z.int()),
  time: z.array(z.object({ start: z.string(), end: z.string() })),
})
/** A piece of content by its sha256; `kind` tells the player how to draw it. */
const content = z.object({
  sha256: z.string(),
  bytes: z.number(),
  type: z.string(),
  /** Of each piece of `chunkBytes`. */
  chunks: z.array(z.string()),
})
/** What the host program installs. */
const installable = content.omit({ chunks: true }).extend({ ver: z.string() })
/** A product in its place, drawn by the server as a picture of the size that a slide gives it. */
const card = z.object({
  slot: z.int(),
  width: z.int(),
  height: z.int(),
  url: z.string(),
  /** `cardLookOf` of signage, and the media type that comes of it; manifests of older servers have neither. */
  look: z.string().optional(),
  type: z.string().optional(),
  /** Of a clock or ticker: players of before show the picture as it is. */
  moves: moves.optional(),
})
export const manifest = z.object({
  /** Of everything below: another one means something changed. */
  rev: z.string(),
  device: z.object({
    mac: z.string(),
    name: z.string(),
    model: z.string(),
    storeCode: z.string(),
    storeName: z.string(),
    template: z.string(),
  }),
  screen: z.object({ width: z.int(), height: z.int() }),
  settings: z.object({
    timeZone: z.string(),
    /** Of 0 to 1. */
    volume: z.number(),
    brightness: z.number(),
    opentime: z.string(),
    closetime: z.string(),
    /** Seconds that a page of products stays. */
    infoSeconds: z.int(),
    heartbeatSeconds: z.int(),
    /** 0 for never. */
    screenshotSeconds: z.int(),
    offlineDot: z.boolean(),
    proofOfPlay: z.boolean(),
    /** How the machine stands, clockwise, degrees: what is shown is turned back by it. */
    orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    /** New software is installed by itself, at night. */
    autoUpdate: z.boolean(),
    /** Radio and reader of the machine, and whether it starts the player; null leaves them as they are. */
    bluetooth: z.boolean().nullable(),
    nfc: z.boolean().nullable(),
    autorun: z.boolean().nullable(),
    /** Where the machine gets the time; empty leaves that as it is. */
    timeserver: z.string(),
  }),
  mode: z.enum(['normal', 'product', 'off']),
  products: z.array(
    z.object({
      slot: z.int(),
      prCode: z.string(),
      name: z.string(),
      price: z.string(),
      fields: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
  cards: z.array(card),
  /** The list of prices as slides of one size, page by page, for players that show cards as SVG. Missing where the display would never show it. */
  priceList: z.object({ screen: z.object({ width: z.int(), height: z.int() }), pages: z.array(slide) }).optional(),
  plan: z.discriminatedUnion('line', [
    z.object({
      line: z.literal('v0'),
      slides: z.array(slide),
      schedules: z.record(z.string(), rule),
      showIdx: z.int().nullable(),
    }),
    z.object({
      line: z.literal('v1'),
      /** Layers, the last that holds is played; `id` is that of its set. */
      rows: z.array(rule.extend({ id: z.string() })),
      sets: z.record(z.string(), z.object({ list: z.array(z.object({ id: z.string(), duration: z.int() })) })),
      shows: z.record(z.string(), playedShow),
      /** Which panel of the shows the display is. */
      screen: z.int(),
    }),
  ]),
  /** By what slides name them with, `image:12`, or as the content of shows, `content:12`. */
  files: z.record(
    z.string(),
    content.extend({ kind: z.enum(['image', 'video', 'widget']), width: z.int().nullable(), height: z.int().nullable() }),
  ),
  /** The newest software of the store for the display's system and model; its host program alone loads it. */
  software: installable.nullable(),
  /** The newest launcher in the same way. */
  launcher: installable.nullable(),
})
export interface Manifest extends z.infer<typeof manifest> {}

export const registration = z.object({
  mac: plusMac,
  /** 128 random bits or more, made by the display at its first start: a caller with the address has to have this, too. */
  claimSecret: z.string().regex(/^[A-Za-z0-9_-]{22,100}$/),
  name: z.string().max(100).optional(),
  model: z.string().max(40).optional(),
  storeCode: storeCode.optional(),
  /** Of the store's settings: takes the display in at once. */
  enrolToken: z.string().max(200).optional(),
  ver: z.record(z.string().max(40), z.string().max(100)),
  screen: z.object({ width: z.int().min(1).max(16_384), height: z.int().min(1).max(16_384) }),
  caps: deviceCaps,
})
export const heartbeat = deviceReport.extend({
  /** As announced; they change while the display keeps its token. */
  ver: registration.shape.ver.optional(),
  caps: deviceCaps.optional(),
  done: z.array(z.object({ id: z.string().max(30), result: z.enum(commandResults), detail: z.string().max(500).optional() })).max(100),
})

/** First message of a display on the WebSocket, and what goes over it then. */
export const playerHello = z.object({ token: z.string() })
export const toPlayer = z.discriminatedUnion('t', [
  z.object({ t: z.literal('rev'), rev: z.string() }),
  z.object({ t: z.literal('cmd'), cmd: command }),
  /** `c`: what the display sent; `s`: the server's clock, milliseconds since 1970. */
  z.object({ t: z.literal('pong'), c: z.number(), s: z.number() }),
])
export type ToPlayer = z.infer<typeof toPlayer>
export const fromPlayer = z.object({ t: z.literal('ping'), c: z.number() })

/** Milliseconds since 1970. */
const instant = z
  .number()
  .min(0)
  .max(8.64e15 / 2)

/** What a display says with a picture of its screen; an old player says nothing. */
export const screenSaid = z.object({
  /** When it was taken, by the server's clock. */
  at: z
    .string()
    .regex(/^\d{1,15}$/, 'must be milliseconds since 1970')
    .transform(Number),
  /** The plan that it plays. */
  rev: z.string().max(100),
  /** What it believes to show, as in its reports. */
  kind: z.string().max(20),
  /** Of the slide, from 0. */
  index: z
    .string()
    .regex(/^\d{1,6}$/, 'must be the number of a slide')
    .transform(Number)
    .optional(),
  /** Of a picture that the machine took: how it is turned until it is upright, clockwise, degrees. Without, the page has drawn it. */
  turn: z.enum(['0', '90', '180', '270']).optional(),
})
export interface ScreenSaid extends z.output<typeof screenSaid> {}

export const player = {
  register: endpoint('POST', '/player/v1/register', {
    access: 'public',
    store: 'none',
    perMinute: 60,
    summary:
      'A display announces itself: it gets its token, or a code to show until an account takes it in; 409 when another display has its address.',
    body: registration,
    response: z.union([
      z.object({ pending: z.literal(false), deviceToken: z.string(), heartbeatSeconds: z.int(), now: z.number() }),
      z.object({ pending: z.literal(true), code: z.string(), retrySeconds: z.int(), now: z.number() }),
    ]),
  }),
  manifest: endpoint('GET', '/player/v1/manifest', {
    access: 'device',
    store: 'none',
    summary: 'All that the display is to play; `rev` alone when `?rev=` is what it would be.',
    query: z.object({ rev: z.string().max(100).optional() }),
    response: z.object({ rev: z.string(), manifest: manifest.nullable() }),
  }),
  heartbeat: endpoint('POST', '/player/v1/heartbeat', {
    access: 'device',
    store: 'none',
    summary: 'How the display is and what it shows; answers what it is to do and the revision it should play.',
    body: heartbeat,
    /** `ip`: where the display seems to be; it cannot know by itself. */
    response: z.object({ rev: z.string(), commands: z.array(command), now: z.number(), ip: z.string() }),
  }),
  menu: endpoint('POST', '/player/v1/menu', {
    access: 'device',
    store: 'none',
    perMinute: 10,
    summary: 'Whose code was typed at the display’s own menu; null when it is of neither role. `needed`: whether a code is set at all.',
    body: z.object({ pin: z.string().max(12) }),
    response: z.object({ role: z.enum(['admin', 'manager']).nullable(), needed: z.boolean() }),
  }),
  events: endpoint('POST', '/player/v1/events', {
    access: 'device',
    store: 'none',
    summary: 'Proof of play and errors, in batches that are counted by `seq`: a batch that comes twice is taken once.',
    body: z.object({
      seq: z.int().min(0),
      items: z
        .array(
          z.discriminatedUnion('k', [
            z.object({
              k: z.literal('play'),
              content: z.string().max(100),
              /** Of a show: where in its list of areas. */
              area: z.int().min(0).max(100).optional(),
              from: instant,
              to: instant,
            }),
            z.object({
              k: z.literal('error'),
              content: z.string().max(100),
              code: z.string().max(40),
              detail: z.string().max(500),
              at: z.number(),
            }),
          ]),
        )
        .max(500),
    }),
    response: done,
  }),
  screenshot: upload('/player/v1/screenshot', {
    access: 'device',
    store: 'none',
    summary: 'What is on the screen: a JPEG of at most 960 pixels across, with when it was taken and what the display believes to show.',
    fields: screenSaid.partial(),
    maxBytes: screenshotMaxBytes,
    response: done,
  }),
  content: file('/player/v1/content/:hash', {
    access: 'device',
    store: 'none',
    summary: 'Content that the display’s manifest names, whole or in ranges; good for ever.',
  }),
  card: file('/player/v1/card/:slot/:cardSize/:cardRev', {
    access: 'device',
    store: 'none',
    query: cardLookQuery,
    summary: 'The picture of a product in its place: as PNG in the inks of a label, as SVG in another look.',
  }),
}
