import { randomFillSync } from 'node:crypto'

const idBytes = 16
/** Random bytes of 256 ids at a time: asking for them costs more than the bytes themselves. */
const random = Buffer.allocUnsafeSlow(256 * idBytes)
let used = random.length

/**
 * A UUID of version 7: it begins with the time and is random behind it. What is made later goes to the
 * end of an index, whose page is at hand, however many came before.
 */
export function timeOrderedId(now = Date.now()): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  const bytes = random.subarray(used, used + idBytes)
  used += idBytes
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
