/** A delivery: a label, or another order, on its way to a tag. */
import * as z from 'zod'
import { deliveryState, epochSeconds, failureReason, operationKind } from './schemas.ts'

/** The newest delivery of a tag or an older one, with a time for each step it took. */
export const delivery = z.object({
  deliveryId: z.string(),
  taskId: z.string(),
  kind: operationKind,
  page: z.int(),
  state: deliveryState,
  reason: failureReason.nullable(),
  /** What the reason means here, in words. */
  detail: z.string().nullable(),
  prCode: z.string().nullable(),
  prInfo: z.array(z.string()),
  layoutId: z.string().nullable(),
  nfc: z.string().nullable(),
  gwMac: z.string().nullable(),
  tries: z.int(),
  queuedAt: epochSeconds,
  renderedAt: epochSeconds.nullable(),
  sentAt: epochSeconds.nullable(),
  finishedAt: epochSeconds.nullable(),
  /** false with SHOWN: the device took the picture, and its kind never says what stands on the glass. */
  confirmed: z.boolean(),
  /** Whether the picture can still be fetched. */
  hasImage: z.boolean(),
  /** The promotion that the label was drawn with: why it says something else than its product does. */
  promotion: z.string().nullable(),
})
export interface Delivery extends z.infer<typeof delivery> {}
