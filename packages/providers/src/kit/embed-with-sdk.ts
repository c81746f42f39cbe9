import { omitUndefined } from '@recto/omit-undefined'
import type { Embedding, EmbeddingReply } from '@recto/provider-spec/embedding'
import type { EmbeddingModel } from 'ai'
import { checkVectors } from './check-vectors.ts'
import type { ExternalCall } from './external-call.ts'
import { inBatches } from './in-batches.ts'
import { loadOnce, loadSdk } from './load-sdk.ts'

type SdkEmbedding = {
  readonly model: string
  readonly limitSeconds: number
  /** Texts in one call. */
  readonly batchSize: number
  readonly maxRetries: number
  readonly dimensions?: number | undefined
  readonly load: () => Promise<EmbeddingModel>
}

/** Makes an embedding that is called through the AI SDK, in sequential batches without retries. */
export function embedWithSdk(embedding: SdkEmbedding, call: ExternalCall): Embedding {
  const model = { ...embedding, load: loadOnce(embedding.load) }
  const embedBatch = async (
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<EmbeddingReply> => {
    const { embedMany } = await loadSdk()
    const { embeddings, usage } = await embedMany({
      model: await model.load(),
      values: [...texts],
      ...omitUndefined({ dimensions: model.dimensions }),
      maxRetries: 0,
      abortSignal: signal,
    })
    const tokens = Number.isFinite(usage.tokens) ? usage.tokens : 0
    return { vectors: checkVectors(model.model, embeddings, texts.length), usage: { tokens } }
  }
  return {
    model: model.model,
    maxRetries: model.maxRetries,
    maxTextsPerCall: model.batchSize,
    embed: (texts, { signal } = {}) =>
      inBatches(texts, model.batchSize, (batch) =>
        call({ limitSeconds: model.limitSeconds, signal }, (callSignal) =>
          embedBatch(batch, callSignal),
        ),
      ),
  }
}
