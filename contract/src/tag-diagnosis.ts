/** What is the matter with a tag. */
import * as z from 'zod'
import { epochSeconds, failureReason } from './schemas.ts'

/** Why a tag is as it is: a stable cause that the console puts into words, the evidence, and the one action that helps. */
export const diagnosis = z.object({
  cause: z.enum([
    'shown',
    'no-product',
    'not-heard',
    'retired',
    'waiting-render',
    'waiting-gateway',
    'waiting-window',
    'waiting-tag',
    'gateway-offline',
    'tag-missing',
    'not-confirmed',
    'failed',
  ]),
  reason: failureReason.nullable(),
  detail: z.string().nullable(),
  action: z.enum([
    'none',
    'wait',
    'check-gateway',
    'find-tag',
    'check-id',
    'fix-layout',
    'fix-data',
    'fill-price',
    'fill-name',
    'reassign',
    'assign',
    'replace-battery',
  ]),
  lastHeardAt: epochSeconds.nullable(),
  lastGateway: z.string().nullable(),
  gatewayOfflineSince: epochSeconds.nullable(),
  rssi: z.int().nullable(),
  battery: z.number().nullable(),
  tries: z.int(),
  expectedAt: epochSeconds.nullable(),
})
