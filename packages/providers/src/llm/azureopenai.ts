import { azureOpenAi, azureResponses } from '../kit/azure-openai.ts'
import { openAiBatches } from '../kit/batches/openai-batches.ts'
import { toLlmBatches } from '../kit/batches/unsent-request.ts'
import { checkLlm } from '../kit/check-model.ts'
import { completeInBackground, completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import {
  enableReasoning,
  keepReplies,
  maxRetries,
  maxTokens,
  secret,
  text,
  timeout,
  webAddress,
  whenReasoning,
} from '../kit/fields.ts'
import { imageLimits } from '../kit/image-limits.ts'
import { buildOpenAiOptions } from '../kit/openai-options.ts'

export const azureOpenAiLlm = defineProvider({
  id: 'azureopenai|592d84b9-fe03-4102-a17e-6b391f32850b',
  kind: 'llm',
  name: 'AzureOpenAI',
  description: 'OpenAI’s GPT models in your own Azure resource.',
  icon: '/icons/adapter-icons/AzureopenAI.png',

  settings: defineSettings({
    title: 'Azure OpenAI LLM',
    fields: {
      model: text({
        title: 'Model',
        prefill: '',
        description: 'The model that the deployment runs, such as gpt-4.1.',
      }).optional(),
      deployment_name: text({
        title: 'Deployment Name',
        prefill: '',
        description: 'The name that you gave the deployment.',
      }),
      api_key: secret({ title: 'API Key', description: 'An API key for the Azure resource.' }),
      api_version: text({
        title: 'API Version',
        description:
          'The API version, such as 2024-10-21. Structured answers need this version or a later one.',
      }).default('2023-05-15'),
      azure_endpoint: webAddress({
        title: 'Azure Endpoint',
        prefill: '',
        description: 'The URL of the resource, such as https://mine.openai.azure.com.',
      }),
      max_tokens: maxTokens().optional(),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      keep_replies: keepReplies,
      enable_reasoning: enableReasoning,
    },
    when: whenReasoning,
  }),

  open(settings, { fetch, call, plainFetch }) {
    const { deployment_name: deployment, enable_reasoning: isThinking } = settings
    const model = settings.model ?? deployment
    const { azure_endpoint: endpoint, api_key: apiKey, api_version: apiVersion } = settings
    const loadWith = (modelFetch: typeof fetch, bodyModel: string) => async () => {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const azure = azureOpenAi({ endpoint, deployment, apiKey, apiVersion }, modelFetch)
      return createOpenAI(azure).chat(bodyModel)
    }
    const load = loadWith(fetch, model)
    const effort = isThinking ? settings.reasoning_effort : undefined
    const options = buildOpenAiOptions(effort)
    const { max_tokens: maxTokens, timeout: limitSeconds } = settings
    const sdkModel = { model, load, options, limitSeconds, maxTokens, temperature: 0 }
    const responses = azureResponses({ endpoint, apiKey })
    const { name, baseURL, headers } = responses
    const service = { name, baseURL, headers, fetch: plainFetch, call }
    const batches = toLlmBatches(
      openAiBatches({ ...service, endpoint: '/chat/completions' }),
      // A line names the deployment in place of the model.
      (bodyFetch) => completeWithSdk({ ...sdkModel, load: loadWith(bodyFetch, deployment) }, call),
      call,
    )
    const modelInfo = {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      batches,
      imageLimits: imageLimits.azure,
      outputLimit: { tokens: maxTokens },
    }
    if (!settings.keep_replies) return { ...modelInfo, complete: completeWithSdk(sdkModel, call) }
    const server = { ...responses, fetch }
    const background = { server, model: deployment, effort }
    return { ...modelInfo, ...completeInBackground(sdkModel, background, call) }
  },
  check: checkLlm,
})
