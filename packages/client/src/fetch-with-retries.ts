type RetrySettings = { readonly fetch: typeof globalThis.fetch; readonly retries: number }

/** A server that names a longer wait is not asked again: its reply says how long that would take. */
const maxRetryAfterSeconds = 300

const isTransient = (status: number) => [429, 502, 503, 504, 507].includes(status)

/** Returns a `fetch` that retries transient failures, waiting longer before each attempt. */
export const fetchWithRetries =
  ({ fetch, retries }: RetrySettings) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await fetch(url, init).catch((error: unknown) => {
        if (isLast) throw error
        return undefined
      })
      const seconds = secondsToRetry(response, attempt)
      if (response && (isLast || seconds === undefined)) return response
      await response?.body?.cancel()
      await sleep(seconds ?? 0)
    }
  }

/** Returns the wait before the next attempt; undefined where it is no use. */
function secondsToRetry(response: Response | undefined, attempt: number): number | undefined {
  if (response && !isTransient(response.status)) return undefined
  const retryAfter = Number(response?.headers.get('retry-after'))
  if (retryAfter > maxRetryAfterSeconds) return undefined
  return retryAfter > 0 ? retryAfter : 0.5 * 2 ** attempt
}

export const sleep = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
