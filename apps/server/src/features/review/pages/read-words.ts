import type { EvidenceReply, PageBox } from '@recto/contract/evidence'
import { wholeNumber } from '@recto/extraction/parse-number'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowExplained, wordsOnPage } from '../../answering/answering.port.ts'
import { inspectDocument } from '../../documents/documents.port.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import { getItem } from '../items/approved-items.ts'

type Input = {
  readonly actor: Actor
  readonly id: string
  readonly page: number
  readonly box: PageBox
}

type FoundWords = {
  readonly text: string
  readonly number: number | null
  readonly evidence: EvidenceReply | null
}

/** What stands in a box that somebody has drawn on a page of an item; over nothing there is no text and no place. */
export async function readWords(
  ctx: Context,
  { actor, id, page, box }: Input,
): Promise<FoundWords> {
  const item = await getItem(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const document = { hash: item.file_hash, name: item.file_name }
  const pages = await inspectDocument(ctx, tenant, document).catch(rethrowExplained)
  if (page >= pages.length) throw notFound('page')
  const recorded = await findRecordedFile(tenant, item.file_execution_id)
  const tool = recorded?.plan.tool as Tool | undefined
  const textExtractorId = tool?.metadata.tool_settings.x2text_adapter ?? null
  const asked = { document, textExtractorId, part: { page, box } }
  const { text, boxes } = await wordsOnPage(ctx, tenant, asked).catch(rethrowExplained)
  if (text === '') return { text, number: null, evidence: null }
  return {
    text,
    number: wholeNumber(text) ?? null,
    evidence: { page, boxes: [...boxes], quote: text, match: 'exact' },
  }
}
