import { randomFillSync } from 'node:crypto'

const bytesPerId = 16
/** Random bytes for 256 ids, generated together because each call of the generator is expensive. */
const randomPool = Buffer.allocUnsafeSlow(256 * bytesPerId)
let usedBytes = randomPool.length

/**
 * Creates a UUID of version 7: a timestamp followed by random bits. New ids go to the end of an
 * index, whose page is cached, so inserts stay cheap as the table grows.
 */
export function createTimeOrderedId(now = Date.now()): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  const bytes = randomPool.subarray(usedBytes, usedBytes + bytesPerId)
  usedBytes += bytesPerId
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
