type Given = { readonly fetch: typeof globalThis.fetch; readonly retries: number }

const isPassing = (status: number) => [429, 502, 503, 504, 507].includes(status)

/** What is refused for the moment is asked for again, later each time. */
export const askAgain =
  ({ fetch, retries }: Given) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await fetch(url, init).catch((error: unknown) => {
        if (isLast) throw error
      })
      if (response && (isLast || !isPassing(response.status))) return response
      const said = Number(response?.headers.get('retry-after'))
      await response?.body?.cancel()
      await pause(said > 0 ? said : 0.5 * 2 ** attempt)
    }
  }

export const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
