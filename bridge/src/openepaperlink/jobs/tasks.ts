/** A picture or a light on its way to a tag as it is kept on disk, and what a record of the tag says of it. */
import * as z from 'zod'
import { never, uploadedMode, type TagRecord } from '../codec/records.ts'

export const taskSchema = z.object({
  op: z.string(),
  tag: z.string(),
  /** Of the picture: its content. Of a light: its pattern. */
  key: z.string(),
  resends: z.number(),
  /** `held`: the access point is still to get it. */
  phase: z.enum(['held', 'sent']),
  /** It was seen in the tag's queue. */
  queued: z.boolean(),
  /** The file that the access point made of the upload. */
  upload: z.string().optional(),
  /** Its operation was taken back: it may come out, but is not sent again. */
  unwanted: z.boolean().optional(),
  /** Pictures that were in the tag's queue before it: they come out first, once the tag has completed so many things. */
  older: z.array(z.object({ op: z.string(), completed: z.number() })).optional(),
  /** The record before the upload: what the tag had completed, and what waited for it. */
  base: z.object({ completed: z.number().optional(), pending: z.number(), hash: z.string().optional() }),
})
export type Task = z.infer<typeof taskSchema>
/** What the tag took last through us, and the hash that its record had then. */
export const takenSchema = z.object({ key: z.string(), hash: z.string() })
export type Taken = z.infer<typeof takenSchema>

/** One task of each at a time for a tag. */
export const lanes = ['image', 'light'] as const
export type Lane = (typeof lanes)[number]

/** Whether the access point has drawn what was uploaded last, as far as it ever will. */
export const isDrawn = (record: TagRecord) => record.nextUpdate !== undefined && record.nextUpdate >= never
/** Whether an upload left a trace; a record that tells no files may tell it otherwise. */
export function hasMoved(before: TagRecord, after: TagRecord): boolean {
  if (after.contentMode !== uploadedMode) return false
  if (after.upload !== undefined || before.upload !== undefined) return after.upload !== before.upload
  return after.nextUpdate === 0 || (after.pending ?? 0) > (before.pending ?? 0) || after.completed !== before.completed
}
/**
 * How many things came into a tag's queue between two records beside what was uploaded between them: what had been uploaded earlier, and was
 * drawn only then.
 */
export function drawnBetween(before: TagRecord, after: TagRecord): number {
  const all = ({ completed = 0, pending = 0 }: TagRecord) => completed + pending
  return Math.max(0, all(after) - all(before) - (isDrawn(after) ? 1 : 0))
}
/** What is kept of a tag's record from before an upload. */
export const baseOf = ({ completed, pending, hash }: TagRecord): Task['base'] => ({
  ...(completed !== undefined && { completed }),
  pending: pending ?? 0,
  ...(hash !== undefined && { hash }),
})
/** Whether the tag has completed what was in its queue before, and one thing more. */
export function hasCompleted({ base }: Task, { completed, hash }: TagRecord): boolean {
  if (completed !== undefined && base.completed !== undefined) return completed > base.completed + base.pending
  return base.pending === 0 && hash !== undefined && hash !== base.hash
}
