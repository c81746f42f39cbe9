import { omitUndefined } from '@recto/omit-undefined'
import type { Provider } from '@recto/provider-spec/provider'
import type { z } from 'zod'
import { checkEmbedding } from './check-model.ts'
import { defineProvider } from './define-provider.ts'
import type { SettingsForm } from './define-settings.ts'
import { embedWithSdk } from './embed-with-sdk.ts'

/** Settings of every embedding provider, with the names that stored settings have. */
type EmbeddingSettings = {
  readonly model: string
  readonly api_key?: string | undefined
  readonly api_base: string
  readonly max_retries: number
  readonly timeout: number
}

type Definition<S extends z.ZodType<EmbeddingSettings>> = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly icon?: string
  readonly settings: SettingsForm<S>
  /** Vendor-specific fields for the body of each call. */
  readonly body?: Readonly<Record<string, string>>
}

/** All known servers accept this many texts in one call. */
const batchSize = 32

/** Defines a vendor of embedding models behind the OpenAI protocol. */
export function defineEmbeddingProvider<S extends z.ZodType<EmbeddingSettings>>(
  definition: Definition<S>,
): Provider<'embedding'> {
  const { body, ...rest } = definition
  return defineProvider({
    ...rest,
    kind: 'embedding',
    open(settings: z.output<S>, { fetch, call }) {
      const { model, api_key: apiKey, api_base: baseURL, timeout: limitSeconds } = settings
      const load = async () => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        const requestFetch = body ? withBody(fetch, body) : fetch
        const server = { name: 'compatible', baseURL, fetch: requestFetch }
        return createOpenAICompatible({
          ...server,
          ...omitUndefined({ apiKey: apiKey || undefined }),
        }).embeddingModel(model)
      }
      const maxRetries = settings.max_retries
      return embedWithSdk({ model, load, batchSize, limitSeconds, maxRetries }, call)
    },
    check: checkEmbedding,
  })
}

/** Adds fields to the body of each call, because the client has no option for them. */
function withBody(
  fetch: typeof globalThis.fetch,
  extraFields: Readonly<Record<string, string>>,
): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    return fetch(input, {
      ...init,
      body: JSON.stringify({ ...JSON.parse(init.body), ...extraFields }),
    })
  }
}
