/** Which software and which launcher of its store are for a display: what its host program is to install. */
import type { DisplaySoftwareKind } from '@endcap/contract/media'
import type { Manifest } from '@endcap/contract/player'
import type { softwareOf } from './manifest.queries.ts'
import type { DeviceRow } from './player.queries.ts'

type Software = Awaited<ReturnType<typeof softwareOf>>[number]

/**
 * The first of `known` of this kind for its system and model. A display reports its system with the version, such as `Linux 6.1`: software is for that, or for
 * all of `linux`. Without its host program a display reports none, and nothing is for it.
 */
export function softwareFor(
  { model, versions }: Pick<DeviceRow, 'model' | 'versions'>,
  kind: DisplaySoftwareKind,
  known: readonly Software[],
): Manifest['software'] {
  const system = (versions.os ?? '').trim().toLowerCase()
  if (system === '') return null
  const systems = [system, system.split(/\s+/)[0]]
  const found = known.find(
    (one) => one.kind === kind && systems.includes(one.os?.toLowerCase()) && one.model?.toLowerCase() === model.trim().toLowerCase(),
  )
  return found === undefined ? null : { ver: found.ver ?? '', sha256: found.blob, bytes: Number(found.bytes), type: found.type }
}
