import type { WordsInBox } from '@recto/document-text/words-in-box'
import { AppError } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { readDocumentText } from '../../documents/documents.port.ts'
import type { AnsweringDependencies, HashedDocument } from '../answer-settings.ts'
import { openText } from '../text/open-text.ts'
import type { PartOfPage } from '../text/operations.ts'
import { openExtractedText } from './extracted-text.ts'

type WordsOnPageRequest = {
  readonly document: HashedDocument
  /** The extractor that read the document; null when unknown. */
  readonly textExtractorId: string | null
  readonly part: PartOfPage
}

/**
 * Reads the words in a part of a page: from the text that was read of the document, else by the
 * built-in reader. Costs nothing. Throws `ReadError`.
 */
export async function readWordsOnPage(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, textExtractorId, part }: WordsOnPageRequest,
): Promise<WordsInBox> {
  const extractedText =
    textExtractorId && (await tryOpenExtractedText(ctx, tenant, { document, textExtractorId }))
  const text = extractedText || (await readPage(ctx, tenant, document, part.page))
  return text.wordsAt(part)
}

type ExtractedDocument = { readonly document: HashedDocument; readonly textExtractorId: string }

async function tryOpenExtractedText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: ExtractedDocument,
) {
  try {
    return await openExtractedText(ctx, tenant, document)
  } catch (error) {
    // The adapter was deleted or cannot be opened any more.
    if (error instanceof AppError) return null
    throw error
  }
}

async function readPage(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: HashedDocument,
  page: number,
) {
  const { hash, name } = document
  const extractorKey = `page${page}`
  const pages = String(page + 1)
  const text = await readDocumentText(ctx, tenant, {
    hash,
    extractorKey,
    storage: 'ifExpensive',
    read: (bytes, signal) => ctx.reader.read(bytes, { name, pages, signal }),
  })
  return openText(ctx, { text, key: `${tenant.organizationId}/${hash}/${extractorKey}`, name })
}
