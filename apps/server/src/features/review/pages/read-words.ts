import type { EvidenceReply, PageBox } from '@recto/contract/prompt-studio/evidence'
import type { AnyNumber } from '@recto/exact-json/exact-number'
import { parseExactNumber } from '@recto/extraction/parse-number'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { readWordsOnPage, rethrowExplained } from '../../answering/answering.port.ts'
import { inspectStoredDocument } from '../../documents/documents.port.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { getItem } from '../items/approved-items.ts'

type ReadWordsRequest = {
  readonly actor: Actor
  readonly id: string
  readonly page: number
  readonly box: PageBox
}

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
  { actor, id, page, box }: ReadWordsRequest,
): Promise<FoundWords> {
  const item = await getItem(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const document = { hash: item.file_hash, name: item.file_name }
  const pages = await inspectStoredDocument(ctx, tenant, document).catch(rethrowExplained)
  if (page >= pages.length) throw notFound('page')
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const tool = recordedFile?.plan.tool as Tool | undefined
  const textExtractorId = tool?.metadata.tool_settings.x2text_adapter ?? null
  const wordsRequest = { document, textExtractorId, part: { page, box } }
  const { text, boxes } = await readWordsOnPage(ctx, tenant, wordsRequest).catch(rethrowExplained)
  if (text === '') return { text, number: null, evidence: null }
  return {
    text,
    number: parseExactNumber(text) ?? null,
    evidence: { page, boxes: [...boxes], quote: text, match: 'exact' },
  }
}
