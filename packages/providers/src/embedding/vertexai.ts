import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { checkEmbedding } from '../kit/check-model.ts'
import { checkVectors } from '../kit/check-vectors.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedBatchSize, maxRetries, text, word } from '../kit/fields.ts'
import { readGoogleAccount, serviceAccount, withGoogleToken } from '../kit/google-access.ts'
import { inBatches } from '../kit/in-batches.ts'
import { readJsonAnswer } from '../kit/read-answer.ts'
import { vertexAddress, vertexLocation, vertexProject } from '../kit/vertex-address.ts'

const limitSeconds = 240

/** Service's task names by the purpose of a vector. */
const tasks = {
  default: undefined,
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
  similarity: 'SEMANTIC_SIMILARITY',
  retrieval: 'RETRIEVAL_DOCUMENT',
} as const

const Reply = z.object({
  predictions: z.array(
    z.object({
      embeddings: z.object({
        values: z.array(z.number()),
        statistics: z.object({ token_count: z.number().default(0) }).optional(),
      }),
    }),
  ),
})

export const vertexAiEmbedding = defineProvider({
  id: 'vertexai|457a256b-e74f-4251-98a0-8864aafb42a5',
  kind: 'embedding',
  name: 'VertextAI',
  description: 'Google’s embedding models in your own Google Cloud project.',
  icon: '/icons/adapter-icons/VertexAI.png',

  settings: defineSettings({
    title: 'Vertex AI Embedding',
    fields: {
      json_credentials: serviceAccount('Credentials'),
      model: text({
        title: 'Model',
        prefill: '',
        description: 'The name of an embedding model, such as text-embedding-005.',
      }),
      project: vertexProject,
      embed_batch_size: embedBatchSize.unwrap().meta({ title: 'Embedding Batch Size' }).default(10),
      embed_mode: word(
        { title: 'Embed Mode', description: 'What the vectors are used for.' },
        {
          default: 'Default',
          classification: 'Classification',
          clustering: 'Clustering',
          similarity: 'Similarity',
          retrieval: 'Retrieval',
        },
      ).default('default'),
      location: vertexLocation,
      max_retries: maxRetries(3),
    },
  }),

  open(settings, { fetch, call }) {
    const { model, project, location, max_retries } = settings
    const account = readGoogleAccount(settings.json_credentials, 'Credentials')
    const authorizedFetch = withGoogleToken(account, fetch)
    const address = `${vertexAddress(project, location)}/models/${encodeURIComponent(model)}:predict`
    const task_type = tasks[settings.embed_mode]
    const embedBatch = async (texts: readonly string[], signal: AbortSignal) => {
      const instances = texts.map((content) => omitUndefined({ content, task_type }))
      const response = await authorizedFetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ instances }),
        signal,
      })
      const expected = { name: 'VertexAI', shape: Reply, errorKey: 'error' } as const
      const { predictions } = await readJsonAnswer(response, expected)
      const embeddings = predictions.map((one) => one.embeddings)
      const vectors = embeddings.map(({ values }) => values)
      const tokens = embeddings.reduce((sum, one) => sum + (one.statistics?.token_count ?? 0), 0)
      return { vectors: checkVectors(model, vectors, texts.length), usage: { tokens } }
    }
    const maxTextsPerCall = settings.embed_batch_size || 10
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
})
