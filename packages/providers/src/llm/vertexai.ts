import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { checkLlm } from '../kit/check-model.ts'
import { completeWithSdk } from '../kit/complete-with-sdk.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { flag, maxRetries, maxTokens, text, timeout, wholeNumber, word } from '../kit/fields.ts'
import { readGoogleAccount, serviceAccount, withGoogleToken } from '../kit/google-access.ts'
import { imageLimits } from '../kit/image-limits.ts'
import { vertexAddress, vertexLocation, vertexProject } from '../kit/vertex-address.ts'

/** Harm categories, by the setting with their blocking threshold. */
const categories = {
  dangerous_content: 'HARM_CATEGORY_DANGEROUS_CONTENT',
  hate_speech: 'HARM_CATEGORY_HATE_SPEECH',
  harassment: 'HARM_CATEGORY_HARASSMENT',
  sexual_content: 'HARM_CATEGORY_SEXUALLY_EXPLICIT',
} as const

const threshold = (title: string) =>
  word(
    { title, description: 'How likely harmful content must be before an answer is withheld.' },
    {
      HARM_BLOCK_THRESHOLD_UNSPECIFIED: 'Default of the service',
      BLOCK_LOW_AND_ABOVE: 'Unlikely or more',
      BLOCK_MEDIUM_AND_ABOVE: 'Possible or more',
      BLOCK_ONLY_HIGH: 'Likely',
      BLOCK_NONE: 'Never withheld',
      OFF: 'Filter off',
    },
  ).default('BLOCK_ONLY_HIGH')

const SafetySettings = z.object({
  dangerous_content: threshold('Dangerous Content'),
  hate_speech: threshold('Hate Speech'),
  harassment: threshold('Harassment'),
  sexual_content: threshold('Sexual Content'),
  // The service has no such category any more.
  other: threshold('Other'),
})

export const vertexAi = defineProvider({
  id: 'vertexai|78fa17a5-a619-47d4-ac6e-3fc1698fdb55',
  kind: 'llm',
  name: 'VertexAI',
  description: 'Google’s Gemini models in your own Google Cloud project.',
  icon: '/icons/adapter-icons/VertexAI.png',

  settings: defineSettings({
    title: 'Vertex AI LLM',
    fields: {
      json_credentials: serviceAccount('Credentials'),
      model: text({
        title: 'Model',
        prefill: '',
        description: 'The name of a Gemini model, such as gemini-2.5-flash.',
      }),
      project: vertexProject,
      max_retries: maxRetries(5),
      max_tokens: maxTokens().default(2048),
      timeout: timeout(900),
      safety_settings: SafetySettings.optional().meta({
        title: 'Safety Settings',
        description: 'Which types of answers Google blocks.',
      }),
      location: vertexLocation,
      enable_thinking: flag({
        title: 'Enable Extended Thinking',
        description:
          'Lets the model think before it answers. Only for models that support thinking.',
      }),
    },
    when: {
      key: 'enable_thinking',
      is: true,
      fields: {
        budget_tokens: wholeNumber(
          {
            title: 'Thinking Budget Tokens',
            description:
              'How many tokens the model can use for thinking. With -1, the model decides.',
          },
          { min: -1 },
        )
          .meta({ multipleOf: undefined })
          .default(1024),
      },
    },
  }),

  open(settings, { fetch, call }) {
    const { model, enable_thinking: isThinking, budget_tokens: thinkingBudget } = settings
    const account = readGoogleAccount(settings.json_credentials, 'Credentials')
    const authorizedFetch = withGoogleToken(account, fetch)
    const load = async () => {
      const { createGoogle } = await import('@ai-sdk/google')
      const baseURL = vertexAddress(settings.project, settings.location)
      // Calls use a token; without a key the client would look for one in the environment.
      return createGoogle({ apiKey: 'none', baseURL, fetch: authorizedFetch })(model)
    }
    const safetySettings = Object.entries(categories).map(([name, category]) => ({
      category,
      threshold: settings.safety_settings?.[name as keyof typeof categories] ?? 'BLOCK_ONLY_HIGH',
    }))
    const options = () => ({
      google: omitUndefined({
        safetySettings,
        thinkingConfig: isThinking ? { thinkingBudget } : undefined,
      }),
    })
    const { max_tokens, timeout: limitSeconds } = settings
    // Thinking tokens count as output.
    const thinkingTokens = isThinking ? Math.max(0, thinkingBudget) : 0
    const maxTokens = max_tokens > 0 ? max_tokens + thinkingTokens : max_tokens
    const complete = completeWithSdk(
      { model, load, options, limitSeconds, maxTokens, temperature: 0 },
      call,
    )
    return {
      model,
      contextWindow: 0,
      maxRetries: settings.max_retries,
      imageLimits: imageLimits.google,
      outputLimit: { tokens: maxTokens },
      complete,
    }
  },
  check: checkLlm,
})
