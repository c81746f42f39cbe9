/** Returns an access token that differs from a refused one. */
export type GetToken = (
  options?: { readonly refused: string },
  signal?: AbortSignal | null,
) => Promise<string>

/**
 * Returns a `fetch` that sends an access token with each call. If the service refuses the token, the
 * call is repeated once with a new one, because a token may expire in the middle of a listing. The
 * body must be text or bytes, so that it can be sent twice.
 */
export function withToken(
  getToken: GetToken,
  fetch: typeof globalThis.fetch,
  onToken: (token: string) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const ask = (token: string) => {
      onToken(token)
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers: Object.fromEntries(headers) })
    }
    const token = await getToken(undefined, init?.signal)
    const answer = await ask(token)
    if (answer.status !== 401) return answer
    const next = await getToken({ refused: token }, init?.signal)
    if (next === token) return answer
    await answer.body?.cancel()
    return ask(next)
  }
}

type IssuedToken = { readonly token: string; readonly seconds: number }

/** A token is not used in its last minute. */
const marginSeconds = 60

/** Caches a token until it is about to expire or is refused. Concurrent callers share one renewal. */
export function cacheToken(
  issue: (signal: AbortSignal | undefined) => Promise<IssuedToken>,
): GetToken {
  let cachedToken: { readonly token: string; readonly until: number } | undefined
  let renewal: Promise<string> | undefined

  async function renew(signal: AbortSignal | undefined): Promise<string> {
    const { token, seconds } = await issue(signal)
    cachedToken = { token, until: performance.now() + (seconds - marginSeconds) * 1000 }
    return token
  }

  return async (options, signal) => {
    const isUsable =
      cachedToken && cachedToken.token !== options?.refused && cachedToken.until > performance.now()
    if (cachedToken && isUsable) return cachedToken.token
    renewal ??= renew(signal ?? undefined).finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
