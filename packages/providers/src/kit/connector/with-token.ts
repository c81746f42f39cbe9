/** Gives a token; another one than the one that was refused. */
export type GiveToken = (
  options?: { readonly refused: string },
  signal?: AbortSignal | null,
) => Promise<string>

/**
 * A `fetch` that proves each call by a token. A call whose token the service refuses is made once more with a new one,
 * so that a token may end in the middle of a listing; its body is text or bytes.
 */
export function withToken(
  give: GiveToken,
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
    const token = await give(undefined, init?.signal)
    const answer = await ask(token)
    if (answer.status !== 401) return answer
    const next = await give({ refused: token }, init?.signal)
    if (next === token) return answer
    await answer.body?.cancel()
    return ask(next)
  }
}

type Issued = { readonly token: string; readonly seconds: number }

/** A token is not used in its last minute. */
const marginSeconds = 60

/** Asks for a token only when the last one is about to end or was refused; whoever asks meanwhile waits for the same. */
export function keepToken(issue: (signal: AbortSignal | undefined) => Promise<Issued>): GiveToken {
  let known: { readonly token: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  async function renew(signal: AbortSignal | undefined): Promise<string> {
    const { token, seconds } = await issue(signal)
    known = { token, until: performance.now() + (seconds - marginSeconds) * 1000 }
    return token
  }

  return async (options, signal) => {
    const isUsable = known && known.token !== options?.refused && known.until > performance.now()
    if (known && isUsable) return known.token
    asking ??= renew(signal ?? undefined).finally(() => {
      asking = undefined
    })
    return asking
  }
}
