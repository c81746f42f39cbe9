import { reserveMemory } from './upload-memory.ts'

/** Maximum size of an upload that stays in memory, if there is room. */
export const maxInMemoryBytes = 1024 * 1024

type ReadAheadResult =
  | { readonly bytes: Uint8Array }
  /** Too long for memory: the whole source, including what was already read. */
  | { readonly source: AsyncIterable<Uint8Array> }

/**
 * Reads until the source ends or exceeds what may stay in memory. The bytes occupy their share of
 * upload memory until they are discarded.
 */
export async function readAhead(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ReadAheadResult> {
  const iterator = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  const reservation = reserveMemory()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await iterator.next()
      if (done) break
      chunks.push(value)
      size += value.length
      if (size > maxBytes || !reservation.grow(value.length))
        return { source: concat(chunks, iterator) }
    }
    const bytes = Buffer.concat(chunks)
    reservation.assignTo(bytes)
    return { bytes }
  } finally {
    reservation.release()
  }
}

async function* concat(
  chunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
    for (;;) {
      const { done, value } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    // Ends the source if the reader stops early.
    await rest.return?.()
  }
}
