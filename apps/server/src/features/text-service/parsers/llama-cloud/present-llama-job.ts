import type * as api from '@recto/contract/text-service/llama-cloud'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import { markdownOf } from '@recto/document-text/blocks/markdown'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../../../platform/db/database.ts'
import { presentTime } from '../../../../platform/wire-format.ts'
import type { TextFileRow } from '../../files/text-files.store.ts'
import type { TextJobRow } from '../../jobs/text-jobs.store.ts'
import { cancelledMessage } from '../../results/cancel-text-job.ts'
import type { PageBlocks } from '../../results/result-files.ts'
import { presentItems } from './present-llama-items.ts'

/** An organization has one project for these clients. */
export const projectIdOf = ({ organizationId }: Pick<Tenant, 'organizationId'>): string =>
  String(organizationId)

const statuses: Readonly<Record<TextJobRow['status'], api.LlamaJobStatus>> = {
  accepted: 'PENDING',
  processing: 'RUNNING',
  error: 'FAILED',
  processed: 'COMPLETED',
  retrieved: 'COMPLETED',
}

const statusOf = ({
  status,
  error_message,
}: Pick<TextJobRow, 'status' | 'error_message'>): api.LlamaJobStatus =>
  status === 'error' && error_message === cancelledMessage ? 'CANCELLED' : statuses[status]

export function presentLlamaJob(job: TextJobRow): api.LlamaJob {
  const { fileName, tier, userMetadata } = job.options
  return {
    id: job.id,
    project_id: projectIdOf({ organizationId: job.organization_id }),
    status: statusOf(job),
    created_at: presentTime(job.created_at),
    updated_at: presentTime(job.modified_at),
    error_message: job.status === 'error' ? job.error_message : null,
    name: fileName || null,
    tier: tier ?? null,
    user_metadata: userMetadata ? { ...userMetadata } : null,
  }
}

/** Text between two pages of a whole document. */
const pageBreak = '\n\n'

type ParsedResult = {
  readonly job: TextJobRow
  /** Absent until the job is finished. */
  readonly pages: readonly PageBlocks[] | undefined
  readonly expand: readonly string[]
}

/** Presents a job with those parts of its result that the client asks for. */
export function presentLlamaResult({
  job,
  pages,
  expand,
}: ParsedResult): EndpointReply<typeof api.getLlamaJob> {
  const usage = expand.includes('usage') ? { credits: null } : undefined
  const wireJob = { ...presentLlamaJob(job), ...omitUndefined({ usage }) }
  if (!pages) return { job: wireJob }
  const parts = {
    text: () => presentPages(pages, ({ text }) => ({ text })),
    text_full: () => pages.map(({ text }) => text).join(pageBreak),
    markdown: () => presentPages(pages, presentMarkdown),
    markdown_full: () => pages.map(({ blocks }) => markdownOf(blocks)).join(pageBreak),
    items: () =>
      presentPages(pages, ({ blocks, width, height }) => ({
        items: presentItems(blocks),
        page_width: width,
        page_height: height,
        success: true as const,
      })),
    metadata: () => presentPages(pages, () => ({})),
    job_metadata: () => ({ job_pages: pages.length }),
  }
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) =>
    expand.includes(name),
  )
  return { job: wireJob, ...Object.fromEntries(names.map((name) => [name, parts[name]()])) }
}

const presentPages = <Fields extends object>(
  pages: readonly PageBlocks[],
  fieldsOf: (page: PageBlocks) => Fields,
) => ({ pages: pages.map((page) => ({ page_number: page.number + 1, ...fieldsOf(page) })) })

function presentMarkdown({ blocks }: PageBlocks) {
  const markdownOfKind = (kind: LayoutBlock['kind']) =>
    markdownOf(blocks.filter((block) => block.kind === kind)) || null
  const isContent = ({ kind }: LayoutBlock) => kind !== 'page-header' && kind !== 'page-footer'
  return {
    markdown: markdownOf(blocks.filter(isContent)),
    header: markdownOfKind('page-header'),
    footer: markdownOfKind('page-footer'),
    success: true as const,
  }
}

/** Extension of a file name, without the dot. */
const extensionOf = (name: string): string | null =>
  /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? null

const millisecondsPerDay = 86_400_000

export const presentLlamaFile = (
  file: TextFileRow,
  { textRetentionDays }: { readonly textRetentionDays: number },
): api.LlamaFile => ({
  id: file.id,
  name: file.name,
  project_id: projectIdOf({ organizationId: file.organization_id }),
  download_url: null,
  expires_at: presentTime(
    new Date(file.created_at.getTime() + textRetentionDays * millisecondsPerDay),
  ),
  external_file_id: file.external_file_id,
  file_type: extensionOf(file.name),
  last_modified_at: presentTime(file.created_at),
  purpose: file.purpose,
})
