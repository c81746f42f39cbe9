import type { LocalProposal, ProviderNetwork } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { askLocally } from '../kit/ask-locally.ts'
import { defineChatProvider } from '../kit/define-chat-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  keepReplies,
  maxRetries,
  maxTokens,
  optionalSecret,
  text,
  timeout,
  webAddress,
  whenReasoning,
} from '../kit/fields.ts'

/** Servers that usually listen on these ports. */
const localServers = [
  { port: 8080, name: 'llama.cpp' },
  { port: 8000, name: 'vLLM' },
  { port: 1234, name: 'LM Studio' },
] as const

const Models = z.object({ data: z.array(z.object({ id: z.string().min(1) })) })

async function findAt(
  { fetch }: ProviderNetwork,
  { port, name }: (typeof localServers)[number],
): Promise<readonly LocalProposal[]> {
  const reply = await askLocally(fetch, { port, path: '/v1/models' }, Models)
  return (reply?.data ?? []).map(({ id: model }) => ({
    name: `${name} ${model}`,
    model,
    settings: { model, api_base: `http://localhost:${port}/v1` },
  }))
}

export const openaiCompatible = defineChatProvider({
  id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
  name: 'OpenAI Compatible',
  listsWindows: true,
  description: 'Any server with an OpenAI-compatible chat API, including your own.',
  icon: '/icons/adapter-icons/OpenAICompatible.png',

  settings: defineSettings({
    title: 'OpenAI Compatible',
    fields: {
      api_key: optionalSecret({
        title: 'API Key',
        description: 'Some servers do not need one.',
      }),
      model: text({
        title: 'Model',
        description: 'The model name that the server uses.',
      }).optional(),
      api_base: webAddress({
        title: 'API Base',
        description: 'The URL without /chat/completions. It usually ends with /v1.',
      }),
      max_tokens: maxTokens().default(4096),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      keep_replies: keepReplies,
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),

  findLocal: async (network, { isAsked }) =>
    isAsked ? (await Promise.all(localServers.map((one) => findAt(network, one)))).flat() : [],
})
