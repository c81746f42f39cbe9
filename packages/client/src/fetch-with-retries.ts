type RetrySettings = { readonly fetch: typeof globalThis.fetch; readonly retries: number }

/** The longest wait before another attempt, whatever the server asks for. */
const maxRetrySeconds = 300

const isTransient = (status: number) => [429, 502, 503, 504, 507].includes(status)

/** Returns a `fetch` that retries transient failures, waiting longer before each attempt. */
export const fetchWithRetries =
  ({ fetch, retries }: RetrySettings) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal ?? undefined
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await fetch(url, init).catch((error: unknown) => {
        if (isLast || signal?.aborted) throw error
        return undefined
      })
      if (response && (isLast || !isTransient(response.status))) return response
      await response?.body?.cancel()
      await sleep(secondsToRetry(response, attempt), signal)
    }
  }

function secondsToRetry(response: Response | undefined, attempt: number): number {
  const retryAfter = Number(response?.headers.get('retry-after'))
  return Math.min(retryAfter > 0 ? retryAfter : 0.5 * 2 ** attempt, maxRetrySeconds)
}

/** Rejects when the signal is aborted. */
export const sleep = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
