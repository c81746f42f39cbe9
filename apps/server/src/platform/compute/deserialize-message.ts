import { deserialize } from 'node:v8'
import { exactNumberMark, restoreExactNumbers } from '@recto/exact-json/exact-number'

/** Deserializes what another process serialized; numbers that lost their class get it back. */
export function deserializeMessage(bytes: Uint8Array): unknown {
  const value: unknown = deserialize(bytes)
  const mayHaveExactNumbers = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    exactNumberMark,
  )
  return mayHaveExactNumbers ? restoreExactNumbers(value) : value
}
