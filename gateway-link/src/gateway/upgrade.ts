/** How a gateway is upgraded: it loads the image, checks it, writes it beside what it runs, and starts with it. */
import { createHash } from 'node:crypto'
import { upgradeParams, type UpgradeParams } from '../messages.ts'
import { messageOf } from './thrown.ts'

interface Parts {
  /** What it runs at first. */
  versions: Versions
  /** The image by its hash; rejects when it cannot be had. */
  fetchUpgrade(sha256: string): Promise<Uint8Array>
  /** Writes the image; throws with why it cannot. Answers whether the next start runs it. */
  write(image: Uint8Array): boolean
  note(text: string): void
  /** Takes its power away for a moment. */
  reboot(): void
}
export type Versions = Record<UpgradeParams['component'], string>

export function createUpgrader({ versions: first, fetchUpgrade, write, note, reboot }: Parts) {
  /** Kept over restarts, as in flash. */
  let versions = first
  /** Written, and used from the next start on. */
  let written: Versions | undefined
  /** Under way, by the start it was asked in. */
  let loading = new Set<string>()

  async function load(request: string, params: UpgradeParams, answer: (detail?: string) => void) {
    const { component, version, sha256, bytes } = params
    const mine = loading
    let image: Uint8Array
    try {
      image = await fetchUpgrade(sha256)
    } catch (error) {
      // The server, or the way to it, is gone for a moment: nothing is wrong with the upgrade, and it is asked for again.
      note(`${component} ${version} could not be loaded: ${messageOf(error)}`)
      mine.delete(request)
      return
    }
    try {
      if (image.byteLength !== bytes || createHash('sha256').update(image).digest('hex') !== sha256)
        throw new Error('the image is not what its hash says')
      const starts = write(image)
      // Meanwhile it lost its power: the server asks again.
      if (loading !== mine) return
      if (starts) written = { ...versions, [component]: version }
      note(`${component} ${version} is loaded, restarting with it`)
      answer()
      reboot()
    } catch (error) {
      const detail = messageOf(error)
      note(`${component} ${version}: ${detail}`)
      if (loading === mine) answer(detail)
    }
  }

  return {
    versions: (): Readonly<Versions> => versions,
    take(request: string, params: unknown, answer: (detail?: string) => void) {
      if (loading.has(request)) return
      const checked = upgradeParams.safeParse(params)
      if (!checked.success) return answer('this upgrade is not understood')
      if (versions[checked.data.component] === checked.data.version) return answer()
      loading.add(request)
      void load(request, checked.data, answer)
    },
    started() {
      loading = new Set()
      if (written !== undefined) versions = written
      written = undefined
    },
  }
}
