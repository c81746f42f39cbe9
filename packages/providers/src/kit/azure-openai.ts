type Azure = {
  readonly endpoint: string
  readonly deployment: string
  readonly apiKey: string
  readonly apiVersion: string
}

/**
 * Returns settings of the OpenAI client for a deployment in Azure, which takes the version in the
 * query and the key in its own header.
 */
export function azureOpenAi(
  { endpoint, deployment, apiKey, apiVersion }: Azure,
  fetch: typeof globalThis.fetch,
) {
  return {
    baseURL: `${rootOf(endpoint)}/openai/deployments/${encodeURIComponent(deployment)}`,
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

/** Returns the Responses API of a resource. It has no versions, and the deployment is its model. */
export const azureResponses = ({ endpoint, apiKey }: Pick<Azure, 'endpoint' | 'apiKey'>) => ({
  name: 'AzureOpenAI',
  baseURL: `${rootOf(endpoint)}/openai/v1`,
  headers: { 'api-key': apiKey },
  // Azure streams slowly in background mode.
  streams: false,
})

/** People may paste the complete address of the deployment. */
function rootOf(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint)
  const [basePath = ''] = pathname.split('/openai/')
  return `${origin}${basePath.replace(/\/openai$/, '').replace(/(?<!\/)\/+$/, '')}`
}
