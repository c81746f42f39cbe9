import { ServiceFailure } from './service-failure.ts'

const megabyte = 1024 * 1024

/** Passes bytes on, and throws unless they are as many as were announced. */
export async function* exactly(
  size: number | null,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    if (size !== null && seen > size) throw changedMeanwhile()
    yield chunk
  }
  if (size !== null && seen < size) {
    const message = `The file was cut short: ${seen} of ${size} bytes came.`
    throw new ServiceFailure('unreachable', message)
  }
}

export const changedMeanwhile = () =>
  new ServiceFailure('unavailable', 'The file was changed while it was read.')

type Part = { readonly bytes: Uint8Array; readonly from: number; readonly isLast: boolean }

/** The same bytes in parts of one size; the last may be smaller, and is the only one of an empty file. */
export async function* inParts(
  bytes: AsyncIterable<Uint8Array>,
  size: number = 8 * megabyte,
): AsyncGenerator<Part> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let from = 0
  for await (const chunk of bytes) {
    let rest = chunk
    while (heldBytes + rest.length > size) {
      const room = size - heldBytes
      yield { bytes: Buffer.concat([...held, rest.subarray(0, room)]), from, isLast: false }
      from += size
      rest = rest.subarray(room)
      held = []
      heldBytes = 0
    }
    held.push(rest)
    heldBytes += rest.length
  }
  yield { bytes: Buffer.concat(held), from, isLast: true }
}
