import { z } from 'zod'
import { checkEmbedding } from '../kit/check-model.ts'
import { checkVectors } from '../kit/check-vectors.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { inBatches } from '../kit/in-batches.ts'
import { postToOllama } from '../kit/ollama-api.ts'
import { webAddress, wholeSetting } from '../kit/read-settings.ts'
import {
  adapterName,
  embedBatchSize,
  maxRetries,
  settingsSchema,
  text,
} from '../kit/settings-schema.ts'

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

  schema: settingsSchema({
    title: 'Ollama Embedding',
    required: ['adapter_name', 'model_name', 'base_url'],
    properties: {
      adapter_name: adapterName(),
      model_name: text({
        title: 'Model Name',
        default: 'mxbai-embed-large',
        description: 'An embedding model that was pulled already.',
      }),
      base_url: text({
        title: 'Base URL',
        default: '',
        description: 'Where Ollama listens, for example http://localhost:11434.',
      }),
      embed_batch_size: embedBatchSize,
      max_retries: maxRetries(3),
    },
  }),
  settings: z.object({
    model_name: z.string(),
    base_url: webAddress,
    embed_batch_size: wholeSetting.default(10),
  }),

  open({ model_name: model, base_url: baseUrl, embed_batch_size: size }, { fetch, call }) {
    const embedBatch = async (texts: readonly string[], signal: AbortSignal) => {
      const body = { model, input: texts }
      const path = '/api/embed'
      const reply = await postToOllama({ fetch, baseUrl, path, body, reply: Reply, signal })
      const vectors = checkVectors(model, reply.embeddings, texts.length)
      return { vectors, usage: { tokens: reply.prompt_eval_count } }
    }
    return {
      model,
      embed: (texts, { signal } = {}) =>
        inBatches(texts, size || 10, (batch) =>
          call({ limitSeconds, signal }, (both) => embedBatch(batch, both)),
        ),
    }
  },
  check: checkEmbedding,
})
