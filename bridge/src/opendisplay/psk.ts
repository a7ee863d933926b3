/** The key of a panel's encrypted connection (TLS with a shared key), from the master key that it was configured with. */
import { createCipheriv } from 'node:crypto'

/** Who connects, in TLS' terms: the same at every panel. */
export const pskIdentity = 'opendisplay'
export const pskCipher = 'ECDHE-PSK-AES128-CBC-SHA256'

/**
 * AES-CMAC, with the master key, over this label. The label was read in the source of firmware 2.26; it is not part of what the protocol's own
 * document says, and no encrypted panel has been tried. Where it is another one, the connection fails, and nothing is sent in the clear.
 */
const label = 'opendisplay-tls-psk'
export const panelKey = (master: Uint8Array): Buffer => aesCmac(master, Buffer.from(label, 'latin1'))

/** AES-CMAC with 128 bits (RFC 4493). */
export function aesCmac(key: Uint8Array, message: Uint8Array): Buffer {
  const [whole, cut] = subkeys(key)
  const blocks = Math.max(1, Math.ceil(message.length / 16))
  const padded = Buffer.alloc(blocks * 16)
  padded.set(message)
  const complete = message.length === blocks * 16
  if (!complete) padded[message.length] = 0x80
  const last = complete ? whole : cut
  for (let at = 0; at < 16; at++) padded[padded.length - 16 + at]! ^= last[at]!
  let mac = Buffer.alloc(16)
  for (let block = 0; block < blocks; block++) {
    const mixed = Buffer.alloc(16)
    for (let at = 0; at < 16; at++) mixed[at] = mac[at]! ^ padded[block * 16 + at]!
    mac = encryptBlock(key, mixed)
  }
  return mac
}

function subkeys(key: Uint8Array): [Buffer, Buffer] {
  const first = doubled(encryptBlock(key, Buffer.alloc(16)))
  return [first, doubled(first)]
}

/** One bit to the left; what falls out comes back as 0x87 at the other end. */
function doubled(block: Buffer): Buffer {
  const next = Buffer.alloc(16)
  for (let at = 0; at < 16; at++) next[at] = ((block[at]! << 1) | ((block[at + 1] ?? 0) >> 7)) & 255
  if (block[0]! & 0x80) next[15]! ^= 0x87
  return next
}

function encryptBlock(key: Uint8Array, block: Buffer): Buffer<ArrayBuffer> {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}
