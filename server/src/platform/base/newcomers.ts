/**
 * Connections that have not yet said who they are, or have nothing under way: MQTT before its sign-in, HTTP between requests, web sockets
 * before their hello. They are bounded in number and time, so that half-open connections (Slowloris, floods) cost little. When there is no
 * room the oldest one leaves for the newest: who means it is known within moments, and who only holds a place loses it first.
 */

export interface NewcomerLimits {
  /** All together. */
  all: number
  /** From one address; of IPv6 from one network of 64 bits, which is what one customer has. */
  perAddress: number
  /** So long they may wait, in milliseconds. */
  ms: number
}
/** Why one was ended: it took too long, or others came when there was no room. */
export type NewcomerEnd = 'too-slow' | 'too-many'

export interface Newcomers {
  /** `end` is called when its time is over or its place is needed; what is answered lets it go as known. Both at most once. */
  enter(address: string, end: (why: NewcomerEnd) => void): () => void
  size(): number
}

interface Place {
  end(why: NewcomerEnd): void
}

export function createNewcomers({ all, perAddress, ms }: NewcomerLimits): Newcomers {
  const allPlaces = new Set<Place>()
  const byNetwork = new Map<string, Set<Place>>()
  return {
    size: () => allPlaces.size,
    enter(address, end) {
      const network = networkOf(address)
      const near = byNetwork.get(network) ?? new Set<Place>()
      byNetwork.set(network, near)
      const leave = () => {
        clearTimeout(timer)
        allPlaces.delete(place)
        near.delete(place)
        if (near.size === 0 && byNetwork.get(network) === near) byNetwork.delete(network)
      }
      const place: Place = {
        end: (why) => {
          leave()
          end(why)
        },
      }
      const timer = setTimeout(() => place.end('too-slow'), ms).unref()
      const oldest = near.size >= perAddress ? near : allPlaces.size >= all ? allPlaces : undefined
      allPlaces.add(place)
      near.add(place)
      // A set is in the order in which they came.
      oldest?.values().next().value?.end('too-many')
      return leave
    },
  }
}

/** What counts as one address: IPv4 as it is, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [left = [], right = []] = plain.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
