import type { OpenAICompatibleProviderSettings } from '@ai-sdk/openai-compatible'
import { omitUndefined } from '@recto/omit-undefined'
import type { Provider } from '@recto/provider-spec/provider'
import type { z } from 'zod'
import { checkLlm } from './check-model.ts'
import { completeInBackground, completeWithSdk } from './complete-with-sdk.ts'
import { defineProvider, type ProviderContext } from './define-provider.ts'
import type { SettingsForm } from './define-settings.ts'
import { findContextWindow } from './find-context-window.ts'
import { imageLimits } from './image-limits.ts'

/** Settings of every chat provider, with the names that stored settings have. */
type ChatSettings = {
  readonly model?: string | undefined
  readonly api_key?: string | undefined
  readonly api_base: string
  readonly max_tokens?: number | undefined
  readonly max_retries: number
  readonly timeout?: number
  readonly keep_replies?: boolean
  readonly enable_reasoning?: boolean
  readonly reasoning_effort?: string
}

/** Target of the calls, if it is not `api_base` with the key as a bearer token. */
type Server = {
  readonly baseURL: string
  readonly headers?: Readonly<Record<string, string>>
  readonly queryParams?: Readonly<Record<string, string>>
}

type Definition<S extends z.ZodType<ChatSettings>> = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly icon?: string
  readonly settings: SettingsForm<S>
  /** Whether the server documents `response_format` with a JSON Schema; otherwise the schema is described in words. */
  readonly knowsSchemas?: boolean
  /** Whether servers may say in their list of models how many tokens a model accepts. */
  readonly listsWindows?: boolean
  readonly server?: (settings: z.output<S>) => Server
  readonly findLocal?: NonNullable<Provider<'llm'>['findLocal']>
  /** Vendor-specific fields for the body of each call. */
  readonly body?: (settings: z.output<S>) => Readonly<Record<string, Json>>
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** In seconds, for forms without their own limit. */
const usualTimeout = 900

/** Defines a vendor of models behind the OpenAI chat protocol. */
export function defineChatProvider<S extends z.ZodType<ChatSettings>>(
  definition: Definition<S>,
): Provider<'llm'> {
  const { server: _, body: __, knowsSchemas: ___, listsWindows: ____, ...rest } = definition
  return defineProvider({
    ...rest,
    kind: 'llm',
    open: (settings, context) => openChat(definition, settings, context),
    check: checkLlm,
  })
}

function openChat<S extends z.ZodType<ChatSettings>>(
  { name, server, body, knowsSchemas = true, listsWindows = false }: Definition<S>,
  settings: z.output<S>,
  { fetch, call }: ProviderContext,
) {
  const { model = '', api_key: apiKey, enable_reasoning: isThinking, ...rest } = settings
  const load = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { headers, ...endpoint } = server?.(settings) ?? { baseURL: settings.api_base }
    const clientOptions = {
      name: 'chat',
      fetch,
      supportsStructuredOutputs: knowsSchemas,
      ...endpoint,
      // A stream reports its usage only on request.
      includeUsage: true,
    }
    const key = headers
      ? { headers: { ...headers } }
      : omitUndefined({ apiKey: apiKey || undefined })
    return createOpenAICompatible({
      ...clientOptions,
      ...key,
    } as OpenAICompatibleProviderSettings).chatModel(model)
  }
  const options = ({ isStrict }: { readonly isStrict: boolean }) => ({
    chat: {
      strictJsonSchema: isStrict,
      ...omitUndefined({
        reasoningEffort: isThinking ? (rest.reasoning_effort ?? 'medium') : undefined,
      }),
      ...body?.(settings),
    },
  })
  const sdkModel = {
    model,
    load,
    options,
    knowsSchemas,
    limitSeconds: rest.timeout ?? usualTimeout,
    maxTokens: rest.max_tokens,
    // Reasoning models refuse a temperature.
    temperature: isThinking ? undefined : 0,
  }
  const authorization = omitUndefined({ authorization: apiKey ? `Bearer ${apiKey}` : undefined })
  const modelInfo = {
    model,
    contextWindow: 0,
    maxRetries: rest.max_retries,
    imageLimits: imageLimits.undocumented,
    outputLimit: { tokens: rest.max_tokens },
    ...omitUndefined({
      findContextWindow: listsWindows
        ? () => findContextWindow({ fetch, baseURL: rest.api_base, headers: authorization, model })
        : undefined,
    }),
  }
  if (!rest.keep_replies) return { ...modelInfo, complete: completeWithSdk(sdkModel, call) }
  const background = {
    server: {
      name,
      fetch,
      baseURL: rest.api_base,
      headers: authorization,
      streams: true,
    },
    model,
    effort: isThinking ? (rest.reasoning_effort ?? 'medium') : undefined,
  }
  return { ...modelInfo, ...completeInBackground(sdkModel, background, call) }
}
