import type * as api from '@recto/contract/text-service/parsers'
import type { ConversionReply } from '@recto/contract/text-service/parsers'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { htmlOf } from '@recto/document-text/blocks/html'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import type { TextJobRow } from '../../jobs/text-jobs.store.ts'
import type { ParsedJob } from '../parsing.ts'
import { doclingDocument } from './docling-document.ts'
import { packZip, type ZipEntry } from './pack-zip.ts'

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

/** Presents several documents as files of a ZIP file, one for each format. Equal names get a number. */
export function packConverted(conversions: readonly ConversionReply[]): Buffer {
  const counts = new Map<string, number>()
  const entries = conversions.flatMap(({ document }) => {
    const stem = document.filename.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '') || 'document'
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    const name = count > 1 ? `${stem}_${count}` : stem
    const json = document.json_content && JSON.stringify(document.json_content)
    return [
      { name: `${name}.md`, text: document.md_content },
      { name: `${name}.json`, text: json },
      { name: `${name}.html`, text: document.html_content },
      { name: `${name}.txt`, text: document.text_content },
    ].filter((entry): entry is ZipEntry => entry.text !== null)
  })
  return packZip(entries)
}
