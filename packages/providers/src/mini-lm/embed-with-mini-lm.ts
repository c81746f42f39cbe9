import { Worker } from 'node:worker_threads'
import type { EmbeddingReply } from '@recto/provider-spec/embedding'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { inBatches } from '../kit/in-batches.ts'
import type { EmbedRequest, EmbedResponse } from './mini-lm-worker.ts'

/** The caller can abort between two batches. */
const batchSize = 16

type PendingBatch = {
  readonly resolve: (reply: EmbeddingReply) => void
  readonly reject: (error: Error) => void
}

let currentWorker: MiniLm | undefined

/**
 * Embeds texts with all-MiniLM-L6-v2 (quantised, on the CPU, no network): 384 numbers of length
 * one for each text, of which the first 256 tokens count. The same text always gives the same
 * vector. The model is loaded on first use, into a thread of its own which never keeps a process
 * alive. Throws `ProviderError`, or the signal's reason.
 */
export async function embedWithMiniLm(
  texts: readonly string[],
  options: { readonly signal?: AbortSignal } = {},
): Promise<EmbeddingReply> {
  return inBatches(texts, batchSize, (batch) => {
    options.signal?.throwIfAborted()
    currentWorker ??= startMiniLm((endedWorker) => {
      if (currentWorker === endedWorker) currentWorker = undefined
    })
    return currentWorker.embed(batch)
  })
}

type MiniLm = { readonly embed: (texts: readonly string[]) => Promise<EmbeddingReply> }

function startMiniLm(onEnd: (endedWorker: MiniLm) => void): MiniLm {
  const worker = new Worker(new URL('./mini-lm-worker.ts', import.meta.url))
  const pendingBatches = new Map<number, PendingBatch>()
  let count = 0
  worker.unref()

  const complete = (id: number, notify: (one: PendingBatch) => void) => {
    const one = pendingBatches.get(id)
    pendingBatches.delete(id)
    if (pendingBatches.size === 0) worker.unref()
    if (one) notify(one)
  }
  const failAll = (reason: string) => {
    onEnd(miniLm)
    for (const id of [...pendingBatches.keys()])
      complete(id, ({ reject }) => reject(unavailable(reason)))
  }
  worker.on('message', (response: EmbedResponse) => {
    complete(response.id, ({ resolve, reject }) =>
      'error' in response ? reject(unavailable(response.error)) : resolve(replyOf(response)),
    )
  })
  worker.on('error', (error: unknown) => failAll(String(error)))
  worker.on('exit', (code) => failAll(`its thread ended with code ${code}`))

  const miniLm: MiniLm = {
    embed: (texts) =>
      new Promise((resolve, reject) => {
        count += 1
        pendingBatches.set(count, { resolve, reject })
        worker.ref()
        worker.postMessage({ id: count, texts } satisfies EmbedRequest)
      }),
  }
  return miniLm
}

const replyOf = (response: Extract<EmbedResponse, { vectors: unknown }>): EmbeddingReply => ({
  vectors: response.vectors.map((vector) => [...vector]),
  usage: { tokens: response.tokens },
})

const unavailable = (reason: string) =>
  new ProviderError({
    code: 'unavailable',
    message: `MiniLM cannot be used on this machine: ${reason}`,
  })
