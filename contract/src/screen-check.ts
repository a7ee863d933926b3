/** What the server finds in pictures of screens when it compares them with what should be there. */
import * as z from 'zod'
import { file } from './endpoint.ts'

/** `wrong`: something else than what should be there; `frozen`: still what was there before; `unknown`: nothing can be foreseen. */
export const screenVerdicts = ['matches', 'black', 'wrong', 'frozen', 'unknown'] as const
export type ScreenVerdict = (typeof screenVerdicts)[number]
/** Those that raise an alarm when two pictures in a row have them. */
export const screenFaults = ['black', 'wrong', 'frozen'] as const
export type ScreenFault = (typeof screenFaults)[number]

/** What it found in the last picture of a display. */
export const screenCheck = z.object({
  /** Of the last picture; null while it is not compared. */
  verdict: z.enum(screenVerdicts).nullable(),
  /** The slide that it looks like instead, from 0. */
  slide: z.int().nullable(),
  /** There is a picture of what should be there. */
  expected: z.boolean(),
  /** The alarm that is open. */
  fault: z.enum(screenFaults).nullable(),
})
export interface ScreenCheck extends z.infer<typeof screenCheck> {}

/** Calls of displays about the picture. */
export const screenPictures = {
  screenshot: file('/plus/store/:storeCode/device/:plusMac/screenshot', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary: 'The last picture of its screen.',
  }),
  expectedScreen: file('/plus/store/:storeCode/device/:plusMac/screenshot/expected', {
    access: 'plus.read',
    store: 'params.storeCode',
    summary:
      'What should have been on its screen when the last picture was taken, drawn by the server as JPEG; films and webpages are left out.',
  }),
}
