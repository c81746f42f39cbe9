import { type BatchProtocol, jsonOf, notFound } from './batch-protocol.ts'
import type { BatchLine, CannedBatch } from './batch-store.ts'

type InputLine = { readonly custom_id: string; readonly body: BatchLine['body'] }

/** `/v1/batch/jobs` of Mistral; its files are those of OpenAI. */
export const mistralBatches: BatchProtocol = async (request, { store, files, settle }) => {
  const match = /^\/v1\/batch\/jobs(?:\/([^/]+)(\/cancel)?)?$/.exec(request.path)
  if (!match) return undefined
  const [, id, cancel] = match
  if (request.method === 'POST' && id === undefined) {
    const { input_files, model, metadata } = jsonOf(request)
    const [fileId = ''] = input_files as readonly string[]
    const lines = (files.get(fileId) ?? []) as readonly InputLine[]
    const batch = store.create({
      key: (metadata as Record<string, string>).recto_batch,
      lines: lines.map((line) => ({ id: line.custom_id, body: { ...line.body, model } })),
    })
    return { json: present(batch, files) }
  }
  if (id === undefined) {
    const data = store.batches.toReversed().map((batch) => present(batch, files))
    return { json: { object: 'list', data: request.query.get('page') === '0' ? data : [] } }
  }
  const batch = store.find(id)
  if (!batch) return notFound
  if (cancel) store.cancel(batch)
  else await settle(batch, () => '/v1/chat/completions')
  return { json: present(batch, files) }
}

const statuses = {
  open: 'RUNNING',
  completed: 'SUCCESS',
  expired: 'TIMEOUT_EXCEEDED',
  cancelled: 'CANCELLED',
  failed: 'FAILED',
} as const

function present(batch: CannedBatch, files: Map<string, readonly unknown[]>) {
  const { id, key, lines, state, outcomes } = batch
  const outputId = `file-${id}-output`
  files.set(
    outputId,
    outcomes.map((outcome) => ({
      id: outcome.id,
      custom_id: outcome.id,
      response: { status_code: outcome.status, body: outcome.body },
      error: null,
    })),
  )
  return {
    id,
    object: 'batch',
    input_files: ['file-input'],
    metadata: { recto_batch: key },
    endpoint: '/v1/chat/completions',
    output_file: outcomes.length > 0 ? outputId : null,
    error_file: null,
    errors: [],
    status: statuses[state],
    total_requests: lines.length,
    completed_requests: outcomes.length,
    succeeded_requests: outcomes.length,
    failed_requests: 0,
  }
}
