import { markReceived } from './time-receipt.ts'

export type ResponseLimits = { readonly bytes: number; readonly seconds: number }

/** The response is larger than the limit. */
class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError'
}

/**
 * Passes bytes through and throws when there are more than `maxBytes`. Leaving the loop closes the
 * source.
 */
export async function* limitBytes(
  maxBytes: number,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new AnswerTooLargeError(`The response is larger than ${maxBytes} bytes.`)
    yield chunk
  }
  markReceived()
}

/** Wraps `fetch`: a request fails if its response takes too long or is too large. */
export function limitResponses(
  fetch: typeof globalThis.fetch,
  limits: ResponseLimits | undefined,
): typeof globalThis.fetch {
  if (!limits) return fetch
  return async (input, init) => {
    const timeout = AbortSignal.timeout(limits.seconds * 1000)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const response = await fetch(input, { ...init, signal })
    // A response without a URL was buffered and counted on receipt.
    return response.url !== '' ? limitResponse(response, limits.bytes) : response
  }
}

function limitResponse(response: Response, maxBytes: number): Response {
  if (!response.body) return response
  const stream = ReadableStream.from(limitBytes(maxBytes, response.body))
  const limitedResponse = new Response(stream, response)
  // The constructor does not take these.
  return Object.defineProperties(limitedResponse, {
    url: { value: response.url },
    redirected: { value: response.redirected },
  })
}
