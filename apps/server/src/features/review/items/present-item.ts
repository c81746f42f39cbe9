import type * as api from '@recto/contract/review/review'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { getDocumentSize, readDocumentBytes } from '../../documents/documents.port.ts'
import { userEmails } from '../../organizations/organizations.port.ts'
import type { ReviewEventRow } from './events.store.ts'
import { findPrompts } from './find-prompts.ts'
import { resultOf } from './held-item.ts'
import type { Counts, ReviewItemRow, WaitingCounts } from './items.store.ts'

/** A larger file does not fit into one text of JSON, and is fetched from its URL. */
const maxInlineBytes = 100 * 1024 * 1024

type PresentItemOptions = {
  readonly item: ReviewItemRow
  readonly base: string
  readonly isHeld?: boolean
  /** Whether the bytes of the file are sent as well. */
  readonly hasContent?: boolean
}

export async function presentItem(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  { item, base, isHeld = true, hasContent = true }: PresentItemOptions,
): Promise<api.QueueItem> {
  const { output, metadata = {} } = resultOf(item)
  const prompts = await findPrompts(tenant, item)
  return {
    id: item.id,
    file: item.file_name,
    file_name: item.file_name,
    file_content: hasContent ? await contentOf(ctx, tenant, item.file_hash) : null,
    file_url: `${base}/manual_review/items/${item.id}/file/`,
    fileType: item.mime_type,
    position: item.position,
    result: { output: { ...output }, metadata: withPlaces(metadata) },
    fields: Object.fromEntries(
      prompts.map(({ name, type, columns }) => [name, { type, columns: [...columns] }]),
    ),
    workflow_id: item.workflow_id,
    workflow_name: item.workflow_name,
    is_edited: item.is_edited,
    reason: item.reason,
    note: item.note,
    hitl_queue_name: item.queue_name,
    hitl_packet_id: item.packet_id,
    held_until: isHeld && item.held_until ? presentTime(item.held_until) : null,
  }
}

/** Adds the three parts that clients read, even for a tool that stores no line positions. */
const withPlaces = (metadata: Readonly<Record<string, unknown>>) => ({
  ...metadata,
  highlight_data: metadata.highlight_data ?? {},
  confidence_data: metadata.confidence_data ?? {},
  required_fields: metadata.required_fields ?? {},
})

/** Returns the content in base64; null for a large file and for one that was deleted. */
async function contentOf(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  hash: string,
): Promise<string | null> {
  const size = await getDocumentSize(tenant, hash)
  if (size === 0 || size > maxInlineBytes) return null
  return Buffer.from(await readDocumentBytes(ctx, tenant, hash)).toString('base64')
}

export const presentClassCounts = (counts: Counts): api.QueueDetails => ({
  pending_review_count: counts.pending,
  in_progress_count: counts.inReview,
  finished_review_count: counts.finished,
  approval_in_progress_count: counts.inApproval,
  approved_queue_count: counts.approved,
})

export const presentWaiting = (counts: WaitingCounts) => ({
  pending_review_count: counts.pending,
  finished_review_count: counts.finished,
})

export async function presentApproved(
  tenant: Tenant,
  items: readonly ReviewItemRow[],
): Promise<api.ApprovedItem[]> {
  const emails = await userEmails(
    tenant,
    items.map(({ approved_by }) => approved_by),
  )
  return items.map((item) => ({
    id: item.id,
    position: item.position,
    file_name: item.file_name,
    approved_at: presentTime(item.approved_at ?? item.modified_at),
    approved_by: emailIn(emails, item.approved_by),
    is_edited: item.is_edited,
  }))
}

export async function presentEvents(
  tenant: Tenant,
  events: readonly ReviewEventRow[],
): Promise<api.ReviewEvent[]> {
  const emails = await userEmails(
    tenant,
    events.map(({ user_id }) => user_id),
  )
  return events.map(
    ({
      at: occurredAt,
      user_id,
      kind,
      field,
      before: oldValue,
      after: newValue,
      places,
      note,
    }) => ({
      at: presentTime(occurredAt),
      who: emailIn(emails, user_id),
      kind,
      field,
      before: oldValue,
      after: newValue,
      places: (places as api.ReviewEvent['places']) ?? null,
      note,
    }),
  )
}

const emailIn = (emails: ReadonlyMap<number, string>, id: number | null) =>
  id === null ? null : (emails.get(id) ?? null)
