type Azure = {
  readonly endpoint: string
  readonly deployment: string
  readonly apiKey: string
  readonly apiVersion: string
}

/**
 * The settings of the client of OpenAI that make it speak to a deployment of Azure: the version stands in
 * the address, and the key in a header of its own.
 */
export function azureOpenAi(
  { endpoint, deployment, apiKey, apiVersion }: Azure,
  fetch: typeof globalThis.fetch,
) {
  // People paste the address of the deployment, with all that follows.
  const { origin, pathname } = new URL(endpoint)
  const [before = ''] = pathname.split('/openai/')
  const path = before.replace(/\/openai$/, '').replace(/(?<!\/)\/+$/, '')
  return {
    baseURL: `${origin}${path}/openai/deployments/${encodeURIComponent(deployment)}`,
    apiKey,
    fetch: ((input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input)
      url.searchParams.set('api-version', apiVersion)
      const headers = new Headers(init?.headers)
      headers.delete('authorization')
      headers.set('api-key', apiKey)
      return fetch(url, { ...init, headers: Object.fromEntries(headers) })
    }) as typeof globalThis.fetch,
  }
}
