/** Where tests keep the image that sandboxes begin from: one for the machine, so that it is baked once. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const scriptCache = join(tmpdir(), 'endcap-script-image')
