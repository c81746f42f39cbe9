import { createHash } from 'node:crypto'

/** Headers beyond this are not read. */
const maxHeadBytes = 256 * 1024

/** A mail while it arrives. */
export type MailMeter = {
  /** Number of bytes that have arrived, also those that were dropped. */
  byteCount: number
  isTooLarge: boolean
  readonly finish: () => MeasuredMail
}

export type MeasuredMail = {
  /** The headers, as far as they are read. */
  readonly head: Buffer
  /** Digest of what follows the headers, which programs on the way add to. */
  readonly bodyDigest: string
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Returns the bytes of a mail as they arrive, and a meter that reads along. What exceeds the limit is dropped: the sender is
 * told at the end, and the connection stays usable.
 */
export function measureMail(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): { readonly bytes: AsyncIterable<Uint8Array>; readonly meter: MailMeter } {
  const digest = createHash('sha256')
  let head = Buffer.alloc(0)
  let isInBody = false
  const read = (chunk: Uint8Array) => {
    if (isInBody) return void digest.update(chunk)
    const searchedFrom = Math.max(0, head.length - headEnd.length)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf(headEnd, searchedFrom)
    if (end < 0 && head.length < maxHeadBytes) return undefined
    isInBody = true
    const length = end < 0 ? maxHeadBytes : end + headEnd.length
    digest.update(head.subarray(length))
    head = head.subarray(0, length)
    return undefined
  }
  const meter: MailMeter = {
    byteCount: 0,
    isTooLarge: false,
    finish: () => ({ head, bodyDigest: digest.digest('hex') }),
  }
  async function* pass() {
    for await (const chunk of source) {
      meter.byteCount += chunk.length
      if (meter.byteCount > maxBytes) meter.isTooLarge = true
      if (meter.isTooLarge) continue
      read(chunk)
      yield chunk
    }
  }
  return { bytes: pass(), meter }
}
