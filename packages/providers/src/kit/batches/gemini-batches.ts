import { omitUndefined } from '@recto/omit-undefined'
import type { BatchInterface, BatchResponse } from '@recto/provider-spec/llm-batches'
import { z } from 'zod'
import { messageIn } from '../refused-answer.ts'
import { type BatchServiceOptions, findInPages, openBatchService } from './batch-service.ts'

const Answer = z.object({
  response: z.unknown().optional(),
  error: z.unknown().optional(),
  metadata: z.object({ key: z.string() }).nullish().catch(null),
})

const Answers = z.object({ inlinedResponses: z.array(Answer).nullish() })

const Operation = z.object({
  name: z.string(),
  done: z.boolean().nullish(),
  error: z.unknown().optional(),
  metadata: z
    .object({
      displayName: z.string().nullish(),
      state: z.string().nullish(),
      batchStats: z
        .object({ successfulRequestCount: z.union([z.string(), z.number()]).nullish() })
        .nullish(),
    })
    .nullish(),
  response: z.object({ inlinedResponses: Answers.nullish() }).nullish(),
})

const OperationList = z.object({
  operations: z.array(Operation).nullish(),
  nextPageToken: z.string().nullish(),
})

const endedStates = ['SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED']
const pageSize = 100

type GeminiBatchesOptions = BatchServiceOptions & { readonly model: string }

/** The batch interface of Gemini, with the calls in the request and the replies in the operation. */
export function geminiBatches({ model, ...options }: GeminiBatchesOptions): BatchInterface {
  const service = openBatchService(options)
  const check = (id: string) => service.ask(`/${id}`, Operation)
  return {
    // All replies are in one answer, which must not become too large.
    maxLines: 500,
    // The limit of a request is 20 MB.
    maxBytes: 18_000_000,
    priceFactor: 0.5,
    hasKeys: true,
    async send({ key, lines }) {
      const requests = lines.map(({ id, body }) => ({ request: body, metadata: { key: id } }))
      const batch = { displayName: key, inputConfig: { requests: { requests } } }
      const path = `/models/${encodeURIComponent(model)}:batchGenerateContent`
      return (await service.ask(path, Operation, { body: { batch } })).name
    },
    find: ({ key }) =>
      findInPages(async (start) => {
        const token = start && `&pageToken=${encodeURIComponent(start)}`
        const path = `/batches?pageSize=${pageSize}${token}`
        const { operations, nextPageToken } = await service.ask(path, OperationList)
        const operation = operations?.find(({ metadata }) => metadata?.displayName === key)
        return { id: operation?.name, next: nextPageToken ?? undefined }
      }),
    async check(id) {
      const { done: isDone, error, metadata } = await check(id)
      const state = metadata?.state ?? ''
      const end = endedStates.find((one) => state.endsWith(one))
      const isWhole = end === undefined || end === 'SUCCEEDED'
      return {
        isEnded: isDone === true || end !== undefined,
        answered: Number(metadata?.batchStats?.successfulRequestCount ?? 0),
        ...omitUndefined({ reason: messageIn(error) ?? (isWhole ? undefined : state) }),
      }
    },
    async *responses(id) {
      const { response } = await service.ask(`/${id}`, Operation, { isLarge: true })
      const answers = response?.inlinedResponses?.inlinedResponses ?? []
      for (const [position, answer] of answers.entries()) yield toResponse(answer, position)
    },
    cancel: (id) => service.tell(`/${id}:cancel`, 'POST'),
    discard: (id) => service.tell(`/${id}`, 'DELETE'),
  }
}

/** The service does not always return the key, but keeps the order. */
function toResponse(
  { response, error, metadata }: z.output<typeof Answer>,
  position: number,
): BatchResponse {
  const line = metadata ? { id: metadata.key } : { position }
  if (typeof response === 'object' && response !== null)
    return { ...line, body: JSON.stringify(response) }
  return { ...line, reason: messageIn(error) ?? 'no reply' }
}
