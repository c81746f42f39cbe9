export type AnswerLimits = { readonly bytes: number; readonly seconds: number }

/** The answer of a server has more bytes than anybody asked for. */
class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

/** Passes bytes on, and throws when more come than may; leaving it ends the source. */
export async function* atMost(
  most: number,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > most) throw new AnswerTooLargeError(`The answer has more than ${most} bytes.`)
    yield chunk
  }
}

/** Ends a request with an error when its answer takes longer, or is larger, than it may. */
export function withinLimits(
  fetch: typeof globalThis.fetch,
  limits: AnswerLimits | undefined,
): typeof globalThis.fetch {
  if (!limits) return fetch
  return async (input, init) => {
    const late = AbortSignal.timeout(limits.seconds * 1000)
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
    const answer = await fetch(input, { ...init, signal })
    // An answer that was received whole was counted on its way; it has no address.
    return answer.url !== '' ? limitAnswer(answer, limits.bytes) : answer
  }
}

function limitAnswer(answer: Response, most: number): Response {
  if (!answer.body) return answer
  const stream = ReadableStream.from(atMost(most, answer.body))
  const limited = new Response(stream, answer)
  // The constructor knows no address.
  return Object.defineProperties(limited, {
    url: { value: answer.url },
    redirected: { value: answer.redirected },
  })
}
