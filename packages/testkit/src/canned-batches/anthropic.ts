import { type BatchProtocol, jsonOf, notFound } from './batch-protocol.ts'
import type { BatchLine, CannedBatch, LineOutcome } from './batch-store.ts'

type InputRequest = { readonly custom_id: string; readonly params: BatchLine['body'] }

/** `/v1/messages/batches` of Anthropic. */
export const anthropicBatches: BatchProtocol = async (request, { store, settle }) => {
  const match = /^\/v1\/messages\/batches(?:\/([^/]+)(?:\/(cancel|results))?)?$/.exec(request.path)
  if (!match) return undefined
  const [, id, action] = match
  if (request.method === 'POST' && id === undefined) {
    const requests = jsonOf(request).requests as readonly InputRequest[]
    const lines = requests.map(({ custom_id, params }) => ({ id: custom_id, body: params }))
    return { json: present(store.create({ key: undefined, lines })) }
  }
  if (id === undefined) {
    const data = store.batches.toReversed().map(present)
    return { json: { data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id } }
  }
  const batch = store.find(id)
  if (!batch) return notFound
  if (action === 'cancel') store.cancel(batch)
  if (action === 'results') return { lines: resultsOf(batch) }
  if (request.method === 'GET') await settle(batch, () => '/v1/messages')
  return { json: present(batch) }
}

const isGood = ({ status }: LineOutcome) => status === 200

function present({ id, createdAt, lines, state, outcomes }: CannedBatch) {
  const goodCount = outcomes.filter(isGood).length
  const badCount = outcomes.length - goodCount
  const rest = Math.max(0, lines.length - outcomes.length)
  return {
    id,
    type: 'message_batch',
    processing_status: state === 'open' ? 'in_progress' : 'ended',
    request_counts: {
      processing: state === 'open' ? rest : 0,
      succeeded: goodCount,
      errored: badCount,
      canceled: state === 'cancelled' ? rest : 0,
      expired: state === 'expired' ? rest : 0,
    },
    created_at: createdAt.toISOString(),
    expires_at: new Date(createdAt.getTime() + 86_400_000).toISOString(),
    results_url: state === 'open' ? null : `/v1/messages/batches/${id}/results`,
  }
}

function resultsOf({ lines, state, outcomes }: CannedBatch): readonly unknown[] {
  const answeredIds = new Set(outcomes.map(({ id }) => id))
  const type = state === 'cancelled' ? 'canceled' : 'expired'
  const open = state === 'completed' ? [] : lines.filter(({ id }) => !answeredIds.has(id))
  return [
    ...outcomes.map((outcome) => ({
      custom_id: outcome.id,
      result: isGood(outcome)
        ? { type: 'succeeded', message: outcome.body }
        : { type: 'errored', error: { type: 'error', error: outcome.body } },
    })),
    ...open.map(({ id }) => ({ custom_id: id, result: { type } })),
  ]
}
