/** Reads no more of MQTT packets than their fixed headers (type and remaining length), to refuse what is too large before it is kept. */

/** Why a connection was refused; also the label of the metric. */
export type Refusal =
  | 'not-connect'
  | 'bad-length'
  | 'too-large'
  | 'too-much-before-sign-in'
  | 'flood'
  | 'too-slow'
  | 'too-many'
  | 'not-authorized'
  | 'foreign-topic'

/** Bodies of PUBLISH: the protocol keeps its messages far smaller. */
export const maxMessageBytes = 262_144
/** Bodies of every other packet, and all that a connection sends before it is signed in: names, secret and last will are some hundred bytes. */
export const maxControlBytes = 16_384

const [connect, publish] = [1, 3]

export interface PacketReader {
  /** Takes the next bytes; answers why they are refused, or undefined. */
  take(chunk: Uint8Array): Refusal | undefined
  /** Packets begun so far. */
  packets(): number
}

export function createPacketReader(): PacketReader {
  let packets = 0
  let type = 0
  /** Bytes of the body that are still to come. */
  let left = 0
  /** Place of the next bits of the remaining length; below zero at the first byte of a packet. */
  let shift = -1
  let length = 0

  return {
    packets: () => packets,
    take(chunk) {
      let at = 0
      while (at < chunk.length) {
        if (left > 0) {
          const step = Math.min(left, chunk.length - at)
          left -= step
          at += step
          continue
        }
        const byte = chunk[at++] ?? 0
        if (shift < 0) {
          // Type 1 with flags 0, as the first packet of a connection.
          if (packets === 0 && byte !== connect << 4) return 'not-connect'
          packets++
          type = byte >> 4
          length = 0
          shift = 0
          continue
        }
        length += (byte & 0x7f) << shift
        if (length > (type === publish ? maxMessageBytes : maxControlBytes)) return 'too-large'
        if ((byte & 0x80) === 0) {
          left = length
          shift = -1
        } else if ((shift += 7) > 21) return 'bad-length'
      }
      return undefined
    },
  }
}
