/** The flash of a sign: pictures by their names, as the firmware cuts names and sweeps old ones away. */
import type { Clock } from '../../clock.ts'

/** Characters of a name; what is longer loses its middle. */
const longName = 31
/** Two names that begin alike are of the same sign: the newer picture takes the place of the older one. */
const ownCharacters = 13
/** A name ends with the seconds of its first use; one that is further away than a day is swept away. */
const epochCharacters = 10
const daySeconds = 86_400

/** A name as the flash knows it. */
export const cutName = (name: string): string => (name.length > longName ? name.slice(0, 7) + name.slice(-17) : name)

export interface Flash {
  get(name: string): Buffer | undefined
  keep(name: string, file: Buffer): void
  clear(): void
}

/** An empty flash. */
export function createFlash(clock: Clock): Flash {
  const files = new Map<string, Buffer>()
  function isSwept(other: string, name: string): boolean {
    const epoch = other.slice(-epochCharacters)
    const sameSign = other.slice(0, ownCharacters) === name.slice(0, ownCharacters)
    return sameSign || !/^\d{10}$/.test(epoch) || Math.abs(clock.now() / 1000 - Number(epoch)) > daySeconds
  }
  return {
    get: (name) => files.get(name),
    keep(name, file) {
      for (const other of files.keys()) if (isSwept(other, name)) files.delete(other)
      files.set(name, file)
    },
    clear: () => files.clear(),
  }
}
