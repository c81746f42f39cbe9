import type * as api from '@recto/contract/text-service/parsers'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import { omitUndefined } from '@recto/omit-undefined'
import type { TextJobRow } from '../../jobs/text-jobs.store.ts'
import type { ParsedJob } from '../parsing.ts'

const statuses = {
  accepted: 'PENDING',
  processing: 'PENDING',
  error: 'ERROR',
  processed: 'SUCCESS',
  retrieved: 'SUCCESS',
} as const

export const presentJob = (job: TextJobRow): EndpointReply<typeof api.getParsingJob> => ({
  id: job.id,
  status: statuses[job.status],
  error_code: job.status === 'error' ? 'UNREADABLE' : null,
  error_message: job.status === 'error' ? job.error_message : null,
})

const metadataOf = ({ pages }: ParsedJob) => ({ job_pages: pages.length, job_is_cache_hit: false })

/**
 * Joins pages with the separator that the client asked for, or with a ruling line (`---`) when it
 * asked for none.
 */
function joinPages({ job }: ParsedJob, pages: readonly string[]): string {
  const { pageSeparator } = job.options
  return pages.join(pageSeparator === '<<<' ? '\n---\n' : pageSeparator)
}

export const presentText = (parsed: ParsedJob): EndpointReply<typeof api.getParsedText> => ({
  text: joinPages(
    parsed,
    parsed.pages.map(({ text }) => text),
  ),
  job_metadata: metadataOf(parsed),
})

export const presentMarkdown = (
  parsed: ParsedJob,
): EndpointReply<typeof api.getParsedMarkdown> => ({
  markdown: joinPages(
    parsed,
    parsed.pages.map(({ blocks }) => markdownOf(blocks)),
  ),
  job_metadata: metadataOf(parsed),
})

export const presentPages = (parsed: ParsedJob): EndpointReply<typeof api.getParsedPages> => ({
  pages: parsed.pages.map(({ number, width, height, text, blocks }) => ({
    page: number + 1,
    text,
    md: markdownOf(blocks),
    width,
    height,
    items: blocks.map(itemOf),
    images: [],
    status: 'OK' as const,
  })),
  job_metadata: metadataOf(parsed),
})

function itemOf(block: LayoutBlock) {
  const { kind, text, cells, box, level = 1 } = block
  const [x0, y0, x1, y1] = box
  return {
    type: kind === 'title' ? ('heading' as const) : kind === 'table' ? kind : ('text' as const),
    value: text,
    md: markdownOf([block]),
    ...omitUndefined({
      lvl: kind === 'title' ? level : undefined,
      rows: cells?.map((row) => [...row]),
    }),
    bBox: { x: x0, y: y0, w: x1 - x0, h: y1 - y0 },
  }
}
