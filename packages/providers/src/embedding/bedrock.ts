import { z } from 'zod'
import {
  assertHasCredentials,
  bedrockAuthType,
  bedrockRegion,
  postToBedrock,
  whenAccessKeys,
  whenBearerToken,
} from '../kit/bedrock-api.ts'
import { checkEmbedding } from '../kit/check-model.ts'
import { checkVectors } from '../kit/check-vectors.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { embedBatchSize, maxRetries, text, timeout } from '../kit/fields.ts'
import { inBatches } from '../kit/in-batches.ts'

const Vectors = z.array(z.array(z.number()))
/** Reply of Amazon's models, which take one text per call; Cohere's models have their own. */
const TitanReply = z.object({
  embedding: z.array(z.number()),
  inputTextTokenCount: z.number().default(0),
})
const CohereReply = z.object({
  embeddings: z.union([Vectors, z.object({ float: Vectors }).transform(({ float }) => float)]),
})

export const bedrockEmbedding = defineProvider({
  id: 'bedrock|88199741-8d7e-4e8c-9d92-d76b0dc20c91',
  kind: 'embedding',
  name: 'Bedrock',
  description: 'Embedding models from Amazon and Cohere in your own AWS account.',
  icon: '/icons/adapter-icons/Bedrock.png',

  settings: defineSettings({
    title: 'Bedrock Embeddings',
    alsoRequired: ['model'],
    fields: {
      model: text({ title: 'Model', description: 'The ID of an embedding model.' }).default(
        'amazon.titan-embed-text-v2:0',
      ),
      region_name: bedrockRegion,
      embed_batch_size: embedBatchSize.unwrap().meta({ title: 'Embedding Batch Size' }).default(10),
      max_retries: maxRetries(5),
      timeout: timeout(900),
      auth_type: bedrockAuthType,
    },
    when: [whenAccessKeys, whenBearerToken],
  }),

  open(settings, { fetch, call }) {
    assertHasCredentials(settings)
    const { model, timeout: limitSeconds, max_retries } = settings
    const path = `/model/${encodeURIComponent(model)}/invoke`
    const post = <T>(body: object, reply: z.ZodType<T>, signal: AbortSignal) =>
      postToBedrock({ fetch, settings, path, body, reply, signal })
    const isCohere = model.includes('cohere.')

    const embedBatch = async (texts: readonly string[], signal: AbortSignal) => {
      if (isCohere) {
        const body = { texts, input_type: 'search_document', truncate: 'END' }
        const { embeddings } = await post(body, CohereReply, signal)
        // Cohere's models do not report tokens.
        return { vectors: checkVectors(model, embeddings, texts.length), usage: { tokens: 0 } }
      }
      const [inputText] = texts
      const reply = await post({ inputText }, TitanReply, signal)
      const vectors = checkVectors(model, [reply.embedding], texts.length)
      return { vectors, usage: { tokens: reply.inputTextTokenCount } }
    }
    const maxTextsPerCall = isCohere ? settings.embed_batch_size || 10 : 1
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
