/** What a display says of itself: what it can do, and how it is. */
import * as z from 'zod'
import { filmCodec, filmCodecs } from './films.ts'

/** What a display can do; what it cannot is grey in the console. */
export const deviceCaps = z.object({
  /** Runs in the host program, which knows the machine. */
  host: z.boolean(),
  reboot: z.boolean(),
  brightness: z.boolean(),
  screenshot: z.boolean(),
  /** Starts and plays without the server, too. */
  offlineStart: z.boolean(),
  /** Installs software of its store. */
  update: z.boolean().default(false),
  /** Switches radio, reader and start of its machine, and says to it whose time it takes. */
  bluetooth: z.boolean().default(false),
  nfc: z.boolean().default(false),
  autorun: z.boolean().default(false),
  timeserver: z.boolean().default(false),
  /** Shows cards of products that are SVG. */
  vectorCards: z.boolean().default(false),
  /** Plays widgets that are Android packages. */
  androidWidgets: z.boolean().default(false),
  /** What films it can decode; a player of before says nothing of it. */
  codecs: z.array(filmCodec).max(filmCodecs.length).optional(),
})
export interface DeviceCaps extends z.infer<typeof deviceCaps> {}
const use = z.object({ used: z.number().min(0), total: z.number().min(0) }).nullable()
export const deviceReport = z.object({
  /** The revision that it plays; null before the first. */
  rev: z.string().max(100).nullable(),
  uptimeSeconds: z.number().min(0),
  memory: use,
  disk: use,
  rssi: z.number().nullable(),
  ip: z.string().max(60),
  volume: z.number().nullable(),
  brightness: z.number().nullable(),
  /** What is on the screen. */
  now: z.object({ kind: z.string().max(20), index: z.int().nullable(), since: z.number() }).nullable(),
  /** How far its clock is from the server's, milliseconds. */
  clockOffset: z.number().nullable(),
  /** With `content`, such as `video:12`: what cannot be shown now, of the slide with this number, from 0. Without: what happened since. */
  errors: z
    .array(
      z.object({
        code: z.string().max(40),
        detail: z.string().max(500),
        content: z
          .string()
          .regex(/^[a-z]+:./)
          .max(100)
          .optional(),
        slide: z.int().min(0).max(100_000).optional(),
      }),
    )
    .max(20),
})
export interface DeviceReport extends z.infer<typeof deviceReport> {}

/** What a display cannot show: `kind` of an object of a slide, or `content` of a show; `slide` counts from 0. */
export const failing = z.object({
  kind: z.string(),
  name: z.string(),
  slide: z.int().nullable(),
  code: z.string(),
  detail: z.string(),
})
export interface Failing extends z.infer<typeof failing> {}
