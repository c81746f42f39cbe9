import { omitUndefined } from '@recto/omit-undefined'
import type { BatchInterface } from '@recto/provider-spec/llm-batches'
import { z } from 'zod'
import { messageIn } from '../refused-answer.ts'
import { deleteFiles, readFiles, sendWithFile } from './batch-files.ts'
import { type BatchServiceOptions, findInPages, openBatchService } from './batch-service.ts'
import { readOutputLine } from './openai-batches.ts'

const Job = z.object({
  id: z.string(),
  status: z.string(),
  input_files: z.array(z.string()).nullish(),
  output_file: z.string().nullish(),
  error_file: z.string().nullish(),
  errors: z.array(z.unknown()).nullish(),
  succeeded_requests: z.number().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

const JobList = z.object({ data: z.array(Job).nullish() })

const endedStatuses = ['SUCCESS', 'FAILED', 'TIMEOUT_EXCEEDED', 'CANCELLED']
const keyName = 'recto_batch'
const pageSize = 100

type MistralBatchesOptions = BatchServiceOptions & { readonly model: string }

/** The batch interface of Mistral: as that of OpenAI, with other names, and one model for all lines. */
export function mistralBatches({ model, ...options }: MistralBatchesOptions): BatchInterface {
  const service = openBatchService(options)
  const check = (id: string) => service.ask(`/batch/jobs/${encodeURIComponent(id)}`, Job)
  return {
    maxLines: 50_000,
    maxBytes: 190_000_000,
    priceFactor: 0.5,
    hasKeys: true,
    send: ({ key, lines, isRepeated = false }) =>
      sendWithFile(service, {
        key,
        isRepeated,
        sizeParameter: 'page_size',
        lines: lines.map(({ id, body: { model: _, ...body } }) => ({ custom_id: id, body })),
        async create(fileId) {
          const body = {
            input_files: [fileId],
            endpoint: '/v1/chat/completions',
            model,
            metadata: { [keyName]: key },
            timeout_hours: 24,
          }
          return (await service.ask('/batch/jobs', Job, { body })).id
        },
      }),
    find: ({ key }) =>
      findInPages(async (_start, page) => {
        const path = `/batch/jobs?page=${page}&page_size=${pageSize}`
        const { data } = await service.ask(path, JobList)
        const job = data?.find(({ metadata }) => metadata?.[keyName] === key)
        return { id: job?.id, next: (data?.length ?? 0) < pageSize ? undefined : 'next' }
      }),
    async check(id) {
      const { status, errors, succeeded_requests: answeredCount } = await check(id)
      const isEnded = endedStatuses.includes(status)
      return {
        isEnded,
        answered: answeredCount ?? 0,
        ...omitUndefined({
          reason: isEnded && status !== 'SUCCESS' ? (messageIn(errors) ?? status) : undefined,
        }),
      }
    },
    async *responses(id) {
      const { output_file: output, error_file: error } = await check(id)
      yield* readFiles(service, [output, error], readOutputLine)
    },
    cancel: (id) => service.tell(`/batch/jobs/${encodeURIComponent(id)}/cancel`, 'POST'),
    async discard(id) {
      const { input_files: inputs, output_file: output, error_file: error } = await check(id)
      await deleteFiles(service, [...(inputs ?? []), output, error])
    },
  }
}
