import type { LineTableRow } from '@recto/document-text/layout/line-table'
import { isInRanges, parseRanges } from '@recto/document-text/page-ranges'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { findJob, type TextJobRequest } from '../jobs/find-job.ts'
import { findLines } from './result-files.ts'

type GetHighlightsRequest = TextJobRequest & {
  /** Lines counted from 0, such as `1-5,7,21-`. */
  readonly lines: string
  readonly wantsAll: boolean
}

export type Highlights = {
  readonly lines: readonly { readonly index: number; readonly row: LineTableRow }[]
  readonly withConfidence: boolean
}

/** Returns where lines of the text are on their pages, even after the text was fetched. */
export async function getHighlights(
  ctx: Pick<Context, 'files'>,
  { lines, wantsAll, ...jobRequest }: GetHighlightsRequest,
): Promise<Highlights> {
  const job = await findJob(jobRequest)
  if (!job?.options.hasLineNumbers) throw badRequest('Line metadata not found')
  if (job.status === 'accepted' || job.status === 'processing') {
    throw badRequest(`Whisper not ready : ${job.status}`)
  }
  if (!wantsAll && lines.trim() === '') {
    throw invalid('lines', 'Enter line numbers, such as 1-5,7,21-, or set extract_all_lines.')
  }
  const ranges = parseRanges(wantsAll ? '' : lines)
  if (!ranges) throw invalid('lines', 'Enter line numbers starting from 0, such as 1-5,7,21-.')

  const rows = await findLines(ctx, jobRequest.caller.tenant, job.id)
  if (rows.length === 0) throw badRequest('Line metadata not found')
  const indexedRows = rows.map((row, index) => ({ row, index }))
  return {
    lines: indexedRows.filter(({ index }) => isInRanges(ranges, index)),
    withConfidence: job.options.hasLineConfidence,
  }
}
