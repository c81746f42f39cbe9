import { ServiceFailure } from './service-failure.ts'

const megabyte = 1024 * 1024

/** Passes bytes on and throws unless there are as many as announced. */
export async function* assertSize(
  size: number | null,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytesReceived = 0
  for await (const chunk of bytes) {
    bytesReceived += chunk.length
    if (size !== null && bytesReceived > size) throw fileChangedError()
    yield chunk
  }
  if (size !== null && bytesReceived < size) {
    const message = `The file is incomplete: only ${bytesReceived} of ${size} bytes were received.`
    throw new ServiceFailure('unreachable', message)
  }
}

export const fileChangedError = () =>
  new ServiceFailure('unavailable', 'The file changed while it was being read.')

type Part = { readonly bytes: Uint8Array; readonly from: number; readonly isLast: boolean }

/** Splits bytes into parts of equal size. The last part may be smaller; an empty file has one empty part. */
export async function* inParts(
  bytes: AsyncIterable<Uint8Array>,
  size: number = 8 * megabyte,
): AsyncGenerator<Part> {
  let pendingChunks: Uint8Array[] = []
  let pendingBytes = 0
  let from = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (pendingBytes + rest.length > size) {
      const room = size - pendingBytes
      yield {
        bytes: Buffer.concat([...pendingChunks, rest.subarray(0, room)]),
        from,
        isLast: false,
      }
      from += size
      rest = rest.subarray(room)
      pendingChunks = []
      pendingBytes = 0
    }
    pendingChunks.push(rest)
    pendingBytes += rest.length
  }
  yield { bytes: Buffer.concat(pendingChunks), from, isLast: true }
}
