import type { ConnectorOutside } from '@recto/provider-spec/connector-provider'

/**
 * A `fetch` that proves each call by the token of whoever signed in. A call whose token the service refuses is made
 * once more with a new one, so that a token may end in the middle of a listing; its body is text or bytes.
 */
export function withSignIn({
  fetch,
  accessToken,
}: Pick<ConnectorOutside, 'fetch' | 'accessToken'>): typeof globalThis.fetch {
  return async (input, init) => {
    const ask = (token: string) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(input, { ...init, headers: Object.fromEntries(headers) })
    }
    const token = await accessToken()
    const answer = await ask(token)
    if (answer.status !== 401) return answer
    const next = await accessToken({ refused: token })
    if (next === token) return answer
    await answer.body?.cancel()
    return ask(next)
  }
}
