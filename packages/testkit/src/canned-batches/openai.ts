import { randomUUID } from 'node:crypto'
import {
  type BatchAnswer,
  type BatchContext,
  type BatchProtocol,
  jsonOf,
  notFound,
  readUpload,
} from './batch-protocol.ts'
import type { BatchLine, CannedBatch } from './batch-store.ts'

const keyName = 'recto_batch'
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

type InputLine = {
  readonly custom_id: string
  readonly method: string
  readonly url: string
  readonly body: BatchLine['body']
}

/** `/v1/files` and `/v1/batches` of OpenAI, and the same below `/openai/v1` of Azure. */
export const openAiBatches: BatchProtocol = async (request, context) => {
  const [, prefix = '', rest = ''] =
    /^(\/openai)?\/v1(\/(?:files|batches).*)$/.exec(request.path) ?? []
  if (rest === '') return undefined
  const [, noun, id, action] = rest.split('/')
  if (noun === 'files') return answerFile(request, context, { id, isContent: action === 'content' })
  const { store } = context
  if (request.method === 'POST' && id === undefined)
    return { json: present(createBatch(request, context), context) }
  if (id === undefined) {
    const latest = store.batches.toReversed()
    const lastId = request.query.get('after')
    const start = latest.findIndex((batch) => batch.id === lastId) + 1
    const limit = Number(request.query.get('limit') ?? 20)
    const page = latest.slice(start, start + limit)
    const data = page.map((batch) => present(batch, context))
    return { json: { object: 'list', data, has_more: start + limit < latest.length } }
  }
  const batch = store.find(id)
  if (!batch) return notFound
  if (action === 'cancel') store.cancel(batch)
  else
    await context.settle(batch, ({ body }) =>
      prefix
        ? `/openai/deployments/${String(body.model)}/chat/completions`
        : '/v1/chat/completions',
    )
  return { json: present(batch, context) }
}

async function answerFile(
  request: Parameters<BatchProtocol>[0],
  { files, fileNames }: BatchContext,
  { id = '', isContent }: { readonly id: string | undefined; readonly isContent: boolean },
): Promise<BatchAnswer> {
  if (request.method === 'POST') {
    const fileId = `file-${randomUUID()}`
    const { name, lines } = await readUpload(request)
    files.set(fileId, lines)
    fileNames.set(fileId, name)
    return { json: { id: fileId, object: 'file', purpose: 'batch' } }
  }
  if (id === '') {
    const data = [...fileNames].map(([fileId, filename]) => ({ id: fileId, filename }))
    return { json: { object: 'list', data } }
  }
  if (!files.has(id)) return notFound
  if (isContent) return { lines: files.get(id) ?? [] }
  if (request.method === 'DELETE') {
    files.delete(id)
    fileNames.delete(id)
  }
  return { json: { id, object: 'file', deleted: true } }
}

function createBatch(
  request: Parameters<BatchProtocol>[0],
  { store, files }: BatchContext,
): CannedBatch {
  const { input_file_id, endpoint, completion_window, metadata } = jsonOf(request)
  if (completion_window !== '24h') throw new Error('A batch takes 24 hours.')
  const lines = (files.get(String(input_file_id)) ?? []) as readonly InputLine[]
  if (lines.some((line) => line.method !== 'POST' || line.url !== endpoint))
    throw new Error('A line is for another endpoint.')
  return store.create({
    key: (metadata as Record<string, string> | undefined)?.[keyName],
    lines: lines.map(({ custom_id: id, body }) => ({ id, body })),
  })
}

const statuses = {
  open: 'in_progress',
  completed: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
  failed: 'failed',
} as const

const faultOf = ({ fault }: CannedBatch) =>
  fault === 'exceeds-tokens'
    ? { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }
    : { code: 'invalid', message: 'The file is not valid.' }

function present(batch: CannedBatch, { files }: BatchContext) {
  const { id, key, createdAt, lines, state, outcomes } = batch
  const good = outcomes.filter(({ status }) => status === 200)
  const bad = outcomes.filter(({ status }) => status !== 200)
  const fileOf = (name: string, fileOutcomes: typeof outcomes) => {
    if (fileOutcomes.length === 0) return null
    const fileId = `file-${id}-${name}`
    const toLine = ({ id: custom_id, status, body }: (typeof outcomes)[number]) => ({
      id: `batch_req_${randomUUID()}`,
      custom_id,
      response: { status_code: status, request_id: randomUUID(), body },
      error: null,
    })
    files.set(fileId, fileOutcomes.map(toLine))
    return fileId
  }
  return {
    id,
    object: 'batch',
    endpoint: '/v1/chat/completions',
    errors: state === 'failed' ? { object: 'list', data: [faultOf(batch)] } : null,
    input_file_id: 'file-input',
    completion_window: '24h',
    status: statuses[state],
    output_file_id: fileOf('output', good),
    error_file_id: fileOf('error', bad),
    created_at: secondsOf(createdAt),
    request_counts: { total: lines.length, completed: good.length, failed: bad.length },
    metadata: key === undefined ? null : { [keyName]: key },
  }
}
