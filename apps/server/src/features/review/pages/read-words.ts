import type { EvidenceReply, PageBox } from '@recto/contract/prompt-studio/evidence'
import type { AnyNumber } from '@recto/exact-json/exact-number'
import { parseExactNumber } from '@recto/extraction/parse-number'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  findTextInDocument,
  readRowsOnPage,
  readWordsOnPage,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { inspectStoredDocument } from '../../documents/documents.port.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { getItem } from '../items/approved-items.ts'

type ItemReference = { readonly actor: Actor; readonly id: string }
type ReadPartRequest = ItemReference & { readonly page: number; readonly box: PageBox }

type FoundWords = {
  readonly text: string
  readonly number: AnyNumber | null
  readonly evidence: EvidenceReply | null
}

/**
 * Reads the words in a box that somebody has drawn on a page of an item; an empty box has neither
 * text nor evidence.
 */
export async function readWords(
  ctx: Context,
  { page, box, ...reference }: ReadPartRequest,
): Promise<FoundWords> {
  const { tenant, ...source } = await openItem(ctx, { ...reference, page })
  const request = { ...source, part: { page, box } }
  const { text, boxes } = await readWordsOnPage(ctx, tenant, request).catch(rethrowExplained)
  const number = text === '' ? null : (parseExactNumber(text) ?? null)
  return { text, number, evidence: toEvidence(page, { text, boxes }) }
}

type FoundCell = Pick<FoundWords, 'text' | 'evidence'>

/** Reads the words in such a box as rows of cells. */
export async function readCells(
  ctx: Context,
  { page, box, ...reference }: ReadPartRequest,
): Promise<FoundCell[][]> {
  const { tenant, ...source } = await openItem(ctx, { ...reference, page })
  const request = { ...source, part: { page, box } }
  const rows = await readRowsOnPage(ctx, tenant, request).catch(rethrowExplained)
  return rows.map((row) =>
    row.map(({ text, boxes }) => ({ text, evidence: toEvidence(page, { text, boxes }) })),
  )
}

type FindTextRequest = ItemReference & { readonly text: string }
type FoundText = { readonly page: number; readonly boxes: PageBox[] }

/** Finds a text in the document of an item. */
export async function searchItem(
  ctx: Context,
  { text, ...reference }: FindTextRequest,
): Promise<FoundText[]> {
  const { tenant, ...source } = await openItem(ctx, reference)
  const request = { ...source, text }
  const matches = await findTextInDocument(ctx, tenant, request).catch(rethrowExplained)
  return matches.map(({ page, boxes }) => ({ page, boxes: [...boxes] }))
}

type Words = { readonly text: string; readonly boxes: readonly PageBox[] }

const toEvidence = (page: number, { text, boxes }: Words): EvidenceReply | null =>
  text === '' ? null : { page, boxes: [...boxes], quote: text, match: 'exact' }

/** Returns the document of an item and the extractor that read it; throws 404 if it lacks the page. */
async function openItem(
  ctx: Context,
  { actor, id, page = 0 }: ItemReference & { readonly page?: number },
) {
  const item = await getItem(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const document = { hash: item.file_hash, name: item.file_name }
  const pages = await inspectStoredDocument(ctx, tenant, document).catch(rethrowExplained)
  if (page >= pages.length) throw notFound('page')
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const tool = recordedFile?.plan.tool as Tool | undefined
  return { tenant, document, textExtractorId: tool?.metadata.tool_settings.x2text_adapter ?? null }
}
