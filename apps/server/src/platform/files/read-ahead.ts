import { reserveMemory } from './upload-memory.ts'

/** An upload up to this stays in memory while there is room. */
export const maxSmallBytes = 1024 * 1024

type Ahead =
  | { readonly bytes: Uint8Array }
  /** It is too long for memory: all of it, from its beginning. */
  | { readonly whole: AsyncIterable<Uint8Array> }

/**
 * Reads until the source ends or has more bytes than may stay in memory. The bytes keep their room
 * there until they are discarded.
 */
export async function readAhead(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Ahead> {
  const rest = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  const room = reserveMemory()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await rest.next()
      if (done) break
      chunks.push(value)
      size += value.length
      if (size > maxBytes || !room.grow(value.length)) return { whole: joined(chunks, rest) }
    }
    const bytes = Buffer.concat(chunks)
    room.give(bytes)
    return { bytes }
  } finally {
    room.release()
  }
}

async function* joined(
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
    // Who stops half-way ends the source too.
    await rest.return?.()
  }
}
