import type { BatchInterface, BatchResponse } from '@recto/provider-spec/llm-batches'
import { z } from 'zod'
import { messageIn } from '../refused-answer.ts'
import {
  type BatchServiceOptions,
  findInPages,
  openBatchService,
  parseJsonLine,
} from './batch-service.ts'

const Counts = z.object({
  processing: z.number(),
  succeeded: z.number(),
  errored: z.number(),
  canceled: z.number(),
  expired: z.number(),
})

const Batch = z.object({
  id: z.string(),
  processing_status: z.string(),
  created_at: z.string(),
  request_counts: Counts,
})

const BatchList = z.object({
  data: z.array(Batch),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
})

const ResultLine = z.object({
  custom_id: z.string(),
  result: z.object({
    type: z.string(),
    message: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
})

const pageSize = 100
/** The clocks of the service and of our database may differ by as much. */
const clockToleranceMs = 5 * 60 * 1000

const countAll = (counts: z.output<typeof Counts>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * The batch interface of Anthropic. A batch has no metadata: it is found by its time and the number of its calls, and
 * whether it is ours is certain as soon as it has ended, by the ids of the calls.
 */
export function anthropicBatches(options: BatchServiceOptions): BatchInterface {
  const service = openBatchService(options)
  const pathOf = (id: string) => `/messages/batches/${encodeURIComponent(id)}`
  return {
    maxLines: 100_000,
    maxBytes: 190_000_000,
    hasKeys: false,
    priceFactor: 0.5,
    async send({ lines }) {
      const requests = lines.map(({ id, body }) => ({ custom_id: id, params: body }))
      return (await service.ask('/messages/batches', Batch, { body: { requests } })).id
    },
    find: ({ lineCount, sentAfter, otherIds }) =>
      findInPages(async (start) => {
        const earliest = sentAfter.getTime() - clockToleranceMs
        const startParameter = start && `&after_id=${encodeURIComponent(start)}`
        const path = `/messages/batches?limit=${pageSize}${startParameter}`
        const { data, has_more: hasMore, last_id: lastId } = await service.ask(path, BatchList)
        const recentBatches = data.filter(
          ({ created_at: createdAt }) => Date.parse(createdAt) >= earliest,
        )
        const batch = recentBatches.find(
          ({ id, request_counts: counts }) =>
            !otherIds.includes(id) && countAll(counts) === lineCount,
        )
        // The newest come first.
        const isLast = !hasMore || recentBatches.length < data.length
        return { id: batch?.id, next: isLast ? undefined : (lastId ?? undefined) }
      }),
    async check(id) {
      const { processing_status: status, request_counts: counts } = await service.ask(
        pathOf(id),
        Batch,
      )
      return { isEnded: status === 'ended', answered: counts.succeeded }
    },
    async *responses(id) {
      for await (const line of service.lines(`${pathOf(id)}/results`)) {
        const response = readResultLine(line)
        if (response) yield response
      }
    },
    cancel: (id) => service.tell(`${pathOf(id)}/cancel`, 'POST'),
    discard: (id) => service.tell(pathOf(id), 'DELETE'),
  }
}

function readResultLine(text: string): BatchResponse | undefined {
  const line = ResultLine.safeParse(parseJsonLine(text))
  if (!line.success) return undefined
  const { custom_id: id, result } = line.data
  if (result.type === 'succeeded') return { id, body: JSON.stringify(result.message) }
  return { id, reason: messageIn(result.error) ?? result.type }
}
