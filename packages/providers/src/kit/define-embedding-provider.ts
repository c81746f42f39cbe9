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

/** Small enough for every server that is known to limit a call. */
const batchSize = 32

/** A vendor of embedding models behind the protocol of OpenAI. */
export function defineEmbeddingProvider<S extends z.ZodType<EmbeddingSettings>>(
  definition: Definition<S>,
): Provider<'embedding'> {
  const { body, ...about } = definition
  return defineProvider({
    ...about,
    kind: 'embedding',
    open(settings: z.output<S>, { fetch, call }) {
      const { model, api_key: apiKey, api_base: baseURL, timeout: limitSeconds } = settings
      const load = async () => {
        const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
        const sending = body ? withBody(fetch, body) : fetch
        const server = { name: 'compatible', baseURL, fetch: sending }
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

/** Adds to the body of each call: the client has no way to say more than it knows. */
function withBody(
  fetch: typeof globalThis.fetch,
  more: Readonly<Record<string, string>>,
): typeof globalThis.fetch {
  return (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    return fetch(input, { ...init, body: JSON.stringify({ ...JSON.parse(init.body), ...more }) })
  }
}
