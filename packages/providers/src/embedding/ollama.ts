import { z } from 'zod'
import { checkEmbedding } from '../kit/check-model.ts'
import { checkVectors } from '../kit/check-vectors.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedBatchSize, maxRetries, text, webAddress } from '../kit/fields.ts'
import { inBatches } from '../kit/in-batches.ts'
import { localOllama } from '../kit/local-ollama.ts'
import { postToOllama } from '../kit/ollama-api.ts'

/** There is no setting for it: loading a large model on a slow machine takes minutes. */
const limitSeconds = 240

const Reply = z.object({
  embeddings: z.array(z.array(z.number())),
  prompt_eval_count: z.number().default(0),
})

export const ollamaEmbedding = defineProvider({
  id: 'ollama|d58d7080-55a9-4542-becd-8433528e127b',
  kind: 'embedding',
  name: 'Ollama',
  description: 'Embedding models that run on your own machine or network.',
  icon: '/icons/adapter-icons/ollama.png',

  settings: defineSettings({
    title: 'Ollama Embedding',
    fields: {
      model_name: text({
        title: 'Model Name',
        prefill: 'mxbai-embed-large',
        description: 'An embedding model that you have already pulled.',
      }),
      base_url: webAddress({
        title: 'Base URL',
        prefill: '',
        description: 'The URL of Ollama, for example http://localhost:11434.',
      }),
      embed_batch_size: embedBatchSize,
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const { model_name: model, base_url: baseUrl, max_retries } = settings
    const maxTextsPerCall = settings.embed_batch_size || 10
    const embedBatch = async (texts: readonly string[], signal: AbortSignal) => {
      const body = { model, input: texts }
      const path = '/api/embed'
      const reply = await postToOllama({ fetch, baseUrl, path, body, reply: Reply, signal })
      const vectors = checkVectors(model, reply.embeddings, texts.length)
      return { vectors, usage: { tokens: reply.prompt_eval_count } }
    }
    return {
      model,
      maxRetries: max_retries,
      maxTextsPerCall,
      embed: (texts, { signal } = {}) =>
        inBatches(texts, maxTextsPerCall, (batch) =>
          call({ limitSeconds, signal }, (callSignal) => embedBatch(batch, callSignal)),
        ),
    }
  },
  check: checkEmbedding,
  findLocal: (network) =>
    localOllama(network, true, (model_name, base_url) => ({ model_name, base_url })),
})
