/** The brand of the chain: colours and fonts of its own, for everything that is designed for displays. */
import * as z from 'zod'
import { colour } from './drawn.ts'
import { endpoint, upload } from './endpoint.ts'
import { done, epochSeconds, numberId } from './schemas.ts'

/** Colours of a brand, and its fonts: each weight is one. */
export const brandLimits = { colours: 24, fonts: 40 } as const
const name = z.string().trim().min(1).max(60)

export const brandColour = z.object({ name, colour })
export interface BrandColour extends z.infer<typeof brandColour> {}
export const brandFont = z.object({
  id: z.string(),
  /** As the file says, such as `Open Sans Bold`. */
  name: z.string(),
  /** How many it has. */
  characters: z.int(),
  bytes: z.int(),
  /** Some letters and figures of it, as SVG. */
  sample: z.string(),
  user: z.string(),
  updatedAt: epochSeconds,
})
export interface BrandFont extends z.infer<typeof brandFont> {}

const write = { access: 'plus.write', store: 'account' } as const
export const brand = {
  read: endpoint('GET', '/plus/v1/brand', {
    access: 'plus.read',
    store: 'none',
    summary: 'The colours and fonts of the chain, for what is designed for displays.',
    response: z.object({
      colourList: z.array(brandColour),
      /** Of the colours: who changes them says on which ones. */
      version: z.string(),
      fontList: z.array(brandFont),
    }),
  }),
  saveColours: endpoint('POST', '/plus/v1/brand/colour', {
    ...write,
    summary:
      'The colours that editors offer, in their order; they take the place of those before. 409 when they changed since `version`. An account of all stores alone.',
    body: z.object({ colourList: z.array(brandColour).max(brandLimits.colours), version: z.string().max(40).optional() }),
    response: done.extend({ version: z.string() }),
  }),
  uploadFont: upload('/plus/v1/brand/font/file', {
    ...write,
    summary: 'A font (TrueType, OpenType, WOFF or WOFF2) for texts on slides, told by what is in it. An account of all stores alone.',
    fields: z.object({}),
    maxBytes: 20_000_000,
    response: done.extend({ id: z.string(), name: z.string() }),
  }),
  removeFont: endpoint('POST', '/plus/v1/brand/font/delete', {
    ...write,
    summary:
      'Removes a font. 409 `font-in-use` names the displays and templates whose texts are set in it. An account of all stores alone.',
    body: z.object({ id: numberId }),
    response: done,
  }),
}
