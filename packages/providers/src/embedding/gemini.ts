import { checkEmbedding } from '../kit/check-model.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedWithSdk } from '../kit/embed-with-sdk.ts'
import { maxRetries, secret, text, timeout } from '../kit/fields.ts'

const baseURL = 'https://generativelanguage.googleapis.com/v1beta'
/** The service takes at most 100 texts in one call. */
const batchSize = 50

export const geminiEmbedding = defineProvider({
  id: 'gemini|5c2a36b8-0b8e-4f26-82c0-9f3b564cb066',
  kind: 'embedding',
  name: 'Gemini',
  description: 'Google’s embedding models, used with an AI Studio key.',
  icon: '/icons/adapter-icons/Gemini.png',

  settings: defineSettings({
    title: 'Gemini Embedding',
    alsoRequired: ['model'],
    fields: {
      model: text({ title: 'Model', description: 'The name of an embedding model.' }).default(
        'gemini-embedding-001',
      ),
      api_key: secret({
        title: 'API Key',
        prefill: '',
        description: 'A key from aistudio.google.com.',
      }),
      timeout: timeout(240),
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, timeout: limitSeconds, max_retries } = settings
    const load = async () => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ apiKey: settings.api_key, baseURL, fetch }).embeddingModel(model)
    }
    return embedWithSdk({ model, load, batchSize, limitSeconds, maxRetries: max_retries }, call)
  },
  check: checkEmbedding,
})
