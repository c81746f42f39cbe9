import type * as api from '@recto/contract/text-service/parsers'
import type { ConversionReply } from '@recto/contract/text-service/parsers'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { htmlOf } from '@recto/document-text/blocks/html'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import type { TextJobRow } from '../../jobs/text-jobs.store.ts'
import type { ParsedJob } from '../parsing.ts'
import { doclingDocument } from './docling-document.ts'

const statuses = {
  accepted: 'pending',
  processing: 'started',
  error: 'failure',
  processed: 'success',
  retrieved: 'success',
} as const

export const presentTask = ({
  id,
  status,
}: TextJobRow): EndpointReply<typeof api.pollConvertTask> => ({
  task_id: id,
  task_type: 'convert',
  task_status: statuses[status],
  task_position: null,
  task_meta: null,
})

export function presentConverted(parsed: ParsedJob): ConversionReply {
  const { job, pages } = parsed
  const formats = job.options.formats ?? ['md']
  const blocks = pages.flatMap((page) => page.blocks)
  const seconds =
    job.finished_at && job.started_at ? (+job.finished_at - +job.started_at) / 1000 : 0
  return {
    document: {
      filename: job.options.fileName,
      md_content: formats.includes('md') ? markdownOf(blocks) : null,
      json_content: formats.includes('json') ? doclingDocument(parsed) : null,
      html_content: formats.includes('html') ? htmlOf(blocks) : null,
      text_content: formats.includes('text') ? blocks.map(({ text }) => text).join('\n\n') : null,
      doctags_content: null,
    },
    status: 'success',
    errors: [],
    processing_time: seconds,
    timings: {},
  }
}
