type RetrySettings = { readonly fetch: typeof globalThis.fetch; readonly retries: number }

const isTransient = (status: number) => [429, 502, 503, 504, 507].includes(status)

/** Returns a `fetch` that retries transient failures, waiting longer before each attempt. */
export const fetchWithRetries =
  ({ fetch, retries }: RetrySettings) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await fetch(url, init).catch((error: unknown) => {
        if (isLast) throw error
      })
      if (response && (isLast || !isTransient(response.status))) return response
      const retryAfter = Number(response?.headers.get('retry-after'))
      await response?.body?.cancel()
      await sleep(retryAfter > 0 ? retryAfter : 0.5 * 2 ** attempt)
    }
  }

export const sleep = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
