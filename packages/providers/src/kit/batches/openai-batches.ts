import { omitUndefined } from '@recto/omit-undefined'
import type { BatchInterface, BatchResponse } from '@recto/provider-spec/llm-batches'
import { z } from 'zod'
import { messageIn } from '../refused-answer.ts'
import { deleteFiles, readFiles, sendWithFile } from './batch-files.ts'
import {
  type BatchServiceOptions,
  findInPages,
  openBatchService,
  parseJsonLine,
} from './batch-service.ts'

const Batch = z.object({
  id: z.string(),
  status: z.string(),
  input_file_id: z.string().nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  errors: z.unknown().optional(),
  request_counts: z.object({ completed: z.number() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

const BatchList = z.object({ data: z.array(Batch), has_more: z.boolean().nullish() })

const Fault = z.looseObject({ code: z.string().nullish() })
const noFaults = { data: [] }
const Faults = z.object({ data: z.array(Fault).catch([]) }).catch(noFaults)

/** The tokens of all batches that wait have a limit. */
const queueIsFull = 'token_limit_exceeded'

/** A line of the file with the replies, or of the one with the errors. */
const OutputLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
})

const endedStatuses = ['completed', 'failed', 'expired', 'cancelled']
const keyName = 'recto_batch'
const pageSize = 100

type OpenAiBatchesOptions = BatchServiceOptions & {
  /** Path of the calls as lines and batches name it, which is not that of the server. */
  readonly endpoint: '/v1/chat/completions' | '/chat/completions'
}

/** The batch interface of OpenAI, which Azure has too: files with a line for each call. */
export function openAiBatches({ endpoint, ...options }: OpenAiBatchesOptions): BatchInterface {
  const service = openBatchService(options)
  const check = (id: string) => service.ask(`/batches/${encodeURIComponent(id)}`, Batch)
  return {
    maxLines: 50_000,
    maxBytes: 190_000_000,
    priceFactor: 0.5,
    hasKeys: true,
    send: ({ key, lines, isRepeated = false }) =>
      sendWithFile(service, {
        key,
        isRepeated,
        sizeParameter: 'limit',
        lines: lines.map(({ id, body }) => ({
          custom_id: id,
          method: 'POST',
          url: endpoint,
          body,
        })),
        async create(fileId) {
          const body = {
            input_file_id: fileId,
            endpoint,
            completion_window: '24h',
            metadata: { [keyName]: key },
          }
          return (await service.ask('/batches', Batch, { body })).id
        },
      }),
    find: ({ key, otherIds }) =>
      findInPages(async (start) => {
        const startParameter = start && `&after=${encodeURIComponent(start)}`
        const path = `/batches?limit=${pageSize}${startParameter}`
        const { data, has_more: hasMore } = await service.ask(path, BatchList)
        const batch = data.find(
          ({ id, metadata }) => metadata?.[keyName] === key && !otherIds.includes(id),
        )
        return { id: batch?.id, next: hasMore ? data.at(-1)?.id : undefined }
      }),
    async check(id) {
      const { status, errors, request_counts: counts } = await check(id)
      const isWhole = status === 'completed' || !endedStatuses.includes(status)
      const { data: faults } = Faults.parse(errors)
      return {
        isEnded: endedStatuses.includes(status),
        isPostponed: status === 'failed' && faults.some(({ code }) => code === queueIsFull),
        answered: counts?.completed ?? 0,
        ...omitUndefined({
          reason: isWhole ? undefined : (messageIn(faults) ?? status),
        }),
      }
    },
    async *responses(id) {
      const { output_file_id: output, error_file_id: error } = await check(id)
      yield* readFiles(service, [output, error], readOutputLine)
    },
    cancel: (id) => service.tell(`/batches/${encodeURIComponent(id)}/cancel`, 'POST'),
    async discard(id) {
      const { input_file_id: input, output_file_id: output, error_file_id: error } = await check(id)
      await deleteFiles(service, [input, output, error])
    },
  }
}

const okStatus = 200

/** Reads a line of OpenAI, Azure or Mistral; `undefined` for one that is cut off. */
export function readOutputLine(text: string): BatchResponse | undefined {
  const line = OutputLine.safeParse(parseJsonLine(text))
  if (!line.success) return undefined
  const { custom_id: id, response, error } = line.data
  if (response?.status_code === okStatus) return { id, body: bodyOf(response.body) }
  const reason = messageIn(error) ?? messageIn(response?.body)
  return { id, reason: reason ?? `status ${response?.status_code ?? 'unknown'}` }
}

/** Some servers send the body as a text. */
const bodyOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
