/** How a virtual gateway is upgraded: it loads the image, checks it, writes it beside what it runs, and starts with it. */
import { createHash } from 'node:crypto'
import { upgradeParams, type UpgradeParams } from '@endcap/gateway-link/messages'

interface Parts {
  /** The image by its hash; rejects when it cannot be had. */
  fetchUpgrade(sha256: string): Promise<Uint8Array>
  /** What goes wrong with it. */
  fault(kind: 'upgrade-fails' | 'upgrade-reverts'): boolean
  /** `detail`: why it did not do it. */
  answer(request: string, detail?: string): void
  note(text: string): void
  /** Takes its power away for a moment. */
  reboot(): void
}
export type Versions = Record<UpgradeParams['component'], string>

export function createUpgrader({ fetchUpgrade, fault, answer, note, reboot }: Parts) {
  /** Kept over restarts, as in flash. */
  let versions: Versions = { gmp: '3.2.1', grm: '2.4.0' }
  /** Written, and used from the next start on. */
  let written: Versions | undefined
  /** Under way, by the start it was asked in. */
  let loading = new Set<string>()

  async function load(request: string, { component, version, sha256, bytes }: UpgradeParams, mine: Set<string>) {
    let image: Uint8Array
    try {
      image = await fetchUpgrade(sha256)
    } catch (error) {
      // The server, or the way to it, is gone for a moment: nothing is wrong with the upgrade, and it is asked for again.
      note(`${component} ${version} could not be loaded: ${error instanceof Error ? error.message : String(error)}`)
      mine.delete(request)
      return
    }
    try {
      if (image.byteLength !== bytes || createHash('sha256').update(image).digest('hex') !== sha256)
        throw new Error('the image is not what its hash says')
      if (fault('upgrade-fails')) throw new Error('the image could not be written')
      // Meanwhile it lost its power: the server asks again.
      if (loading !== mine) return
      if (!fault('upgrade-reverts')) written = { ...versions, [component]: version }
      note(`${component} ${version} is loaded, restarting with it`)
      answer(request)
      reboot()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      note(`${component} ${version}: ${detail}`)
      if (loading === mine) answer(request, detail)
    }
  }

  return {
    versions: (): Readonly<Versions> => versions,
    take(request: string, params: unknown) {
      if (loading.has(request)) return
      const checked = upgradeParams.safeParse(params)
      if (!checked.success) return answer(request, 'this upgrade is not understood')
      if (versions[checked.data.component] === checked.data.version) return answer(request)
      loading.add(request)
      void load(request, checked.data, loading)
    },
    started() {
      loading = new Set()
      if (written !== undefined) versions = written
      written = undefined
    },
  }
}
