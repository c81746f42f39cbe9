import { type BatchProtocol, jsonOf, notFound } from './batch-protocol.ts'
import type { BatchLine, CannedBatch } from './batch-store.ts'

type NewBatch = {
  readonly displayName: string
  readonly inputConfig: {
    readonly requests: {
      readonly requests: readonly {
        readonly request: BatchLine['body']
        readonly metadata: { readonly key: string }
      }[]
    }
  }
}

const modelById = new WeakMap<CannedBatch, string>()

/** `models/…:batchGenerateContent` and `batches` of Gemini, which returns no keys, but the order of the calls. */
export const geminiBatches: BatchProtocol = async (request, { store, settle }) => {
  const creation = /^\/v1beta\/models\/([^/]+):batchGenerateContent$/.exec(request.path)
  if (creation) {
    const { displayName, inputConfig } = jsonOf(request).batch as NewBatch
    const lines = inputConfig.requests.requests.map(({ request: body, metadata }) => ({
      id: metadata.key,
      body,
    }))
    const batch = store.create({ key: displayName, lines })
    modelById.set(batch, creation[1] ?? '')
    return { json: present(batch) }
  }
  const match = /^\/v1beta\/batches(?:\/([^/:]+)(:cancel)?)?$/.exec(request.path)
  if (!match) return undefined
  const [, id, cancel] = match
  if (id === undefined) return { json: { operations: store.batches.toReversed().map(present) } }
  const batch = store.find(id)
  if (!batch) return notFound
  if (cancel) store.cancel(batch)
  else if (request.method === 'GET')
    await settle(batch, () => `/v1beta/models/${modelById.get(batch)}:generateContent`)
  return { json: present(batch) }
}

const states = {
  open: 'BATCH_STATE_RUNNING',
  completed: 'BATCH_STATE_SUCCEEDED',
  expired: 'BATCH_STATE_EXPIRED',
  cancelled: 'BATCH_STATE_CANCELLED',
  failed: 'BATCH_STATE_FAILED',
} as const

function present(batch: CannedBatch) {
  const { id, key, lines, state, outcomes } = batch
  const outcomeById = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  const inlinedResponses = lines.map((line) => {
    const outcome = outcomeById.get(line.id)
    if (outcome?.status === 200) return { response: outcome.body }
    return { error: { code: 13, message: 'There is no reply.' } }
  })
  return {
    name: `batches/${id}`,
    metadata: {
      displayName: key,
      state: states[state],
      batchStats: {
        requestCount: String(lines.length),
        successfulRequestCount: String(outcomes.length),
      },
    },
    done: state !== 'open',
    response: state === 'open' ? undefined : { inlinedResponses: { inlinedResponses } },
  }
}
