/** What a display of the v0 line is set to (specification 3 §3, §5). */
import * as z from 'zod'

/** Specification 3 §9: brightness of v0 is 0 to 255. */
export const brightnessMax = 255
export const defaultMaxVolume = 15
export const deviceModes = ['normal', 'product', 'off'] as const
/** Specification 3 §5: greater than the one and less than the other, seconds. */
export const infoSecondsBounds = { above: 10, below: 300 } as const
export const infoSecondsText = 'This value must be greater than 10 and less than 300.'
export const infoSeconds = z.int().gt(infoSecondsBounds.above, infoSecondsText).lt(infoSecondsBounds.below, infoSecondsText)
export const deviceConfig = z.object({
  name: z.string().trim().max(100),
  volume: z.int().min(0),
  maxVolume: z.int().min(1),
  brightness: z.int().min(0).max(brightnessMax),
  /** IANA name; empty for the store's. */
  tz: z.string().max(60),
  localNtpServer: z.string().trim().max(200),
  infoSeconds,
})
export interface DeviceConfig extends z.infer<typeof deviceConfig> {}
