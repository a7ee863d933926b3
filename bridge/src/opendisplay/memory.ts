/** What the driver keeps of each panel on disk, so that neither an operation nor what stands on the glass is forgotten. */
import { createHash } from 'node:crypto'
import { ledParams } from '@endcap/gateway-link/messages'
import { decodeBitmap, encodeBitmap, type Bitmap } from '@endcap/label/bitmap'
import * as z from 'zod'
import type { DriverState, Light } from '../driver.ts'

const known = z.object({
  /** Where it was last found. */
  place: z.object({ host: z.string(), port: z.number(), encrypted: z.boolean() }).optional(),
  type: z.string().optional(),
  firmware: z.string().default(''),
  maker: z.string().default(''),
  model: z.string().default(''),
  onBattery: z.boolean().default(false),
  /** Seconds between its wakes; 0 where it stays awake. */
  sleepSeconds: z.number().default(0),
  buttonPlaces: z.array(z.number()).default([]),
  /** When it answered last, milliseconds since 1970. */
  seen: z.number().optional(),
  /** What the panel has confirmed, and whether it said then that it had been restarted some time before. */
  shown: z.object({ hash: z.string(), rebooted: z.boolean() }).optional(),
})
export type Known = z.infer<typeof known>

const picture = z.object({
  op: z.string(),
  type: z.string(),
  refresh: z.boolean(),
  /** Of the pixels, which lie in a file beside it; missing for a white glass. */
  hash: z.string().optional(),
})
/** A picture that was taken on. */
export type PictureJob = z.infer<typeof picture>
const light = z.object({ op: z.string(), tag: z.string(), params: ledParams })

export interface Memory {
  known: Known
  save(): void
  keepShown(shown: Known['shown']): void
  /** It is away most of the time. */
  sleeps(): boolean
  job(): PictureJob | undefined
  keepJob(job: PictureJob, bitmap?: Bitmap): void
  bitmap(): Bitmap | undefined
  dropJob(): void
  light(): Light | undefined
  keepLight(job: Light | undefined): void
}

/** Of a picture with its size and inks. */
export const hashOf = ({ width, height, palette, pixels }: Bitmap): string =>
  createHash('sha256').update(`${width}x${height} ${palette} `).update(pixels).digest('hex')

const prefix = 'panel-'
/** MACs of all panels that were ever heard. */
export const rememberedPanels = (state: DriverState): string[] => state.names(prefix).map((name) => name.slice(prefix.length))

export function openMemory(state: DriverState, mac: string): Memory {
  const [own, jobName, lightName, file] = [`${prefix}${mac}`, `job-${mac}`, `light-${mac}`, `picture-${mac}`]
  const storedMemory = known.safeParse(state.get(own) ?? {})
  const memory: Memory = {
    known: storedMemory.success ? storedMemory.data : known.parse({}),
    save: () => state.set(own, memory.known),
    keepShown(shown) {
      memory.known.shown = shown
      memory.save()
    },
    sleeps: () => memory.known.onBattery || memory.known.sleepSeconds > 0,
    job: () => picture.safeParse(state.get(jobName)).data,
    keepJob(job, bitmap) {
      state.keepFile(file, bitmap === undefined ? undefined : encodeBitmap(bitmap))
      state.set(jobName, job)
    },
    bitmap() {
      const bytes = state.file(file)
      const bitmap = bytes === undefined ? undefined : decodeBitmap(bytes)
      // A kill between file and job may leave the picture of another one.
      return bitmap !== undefined && hashOf(bitmap) === memory.job()?.hash ? bitmap : undefined
    },
    dropJob() {
      state.set(jobName, undefined)
      state.keepFile(file, undefined)
    },
    light: () => light.safeParse(state.get(lightName)).data,
    keepLight: (job) => state.set(lightName, job),
  }
  return memory
}
