import type { TextMatch } from '@recto/document-text/locate-text'
import type { WordsInBox } from '@recto/document-text/words-in-box'
import { omitUndefined } from '@recto/omit-undefined'
import { AppError } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { readDocumentText } from '../../documents/documents.port.ts'
import type { AnsweringDependencies, HashedDocument } from '../answer-settings.ts'
import { type OpenedText, openText } from '../text/open-text.ts'
import type { PartOfPage } from '../text/operations.ts'
import { openExtractedText } from './extracted-text.ts'

export type ReadDocument = {
  readonly document: HashedDocument
  /** The extractor that read the document; null when unknown. */
  readonly textExtractorId: string | null
}

type PageRequest = ReadDocument & { readonly part: PartOfPage }

/**
 * Reads the words in a part of a page: from the text that was read of the document, else by the
 * built-in reader. Costs nothing. Throws `ReadError`.
 */
export async function readWordsOnPage(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { part, ...request }: PageRequest,
): Promise<WordsInBox> {
  const text = await openReadPages(ctx, tenant, { ...request, page: part.page })
  return text.wordsAt(part)
}

/** Reads the same words as rows of cells. */
export async function readRowsOnPage(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { part, ...request }: PageRequest,
): Promise<readonly (readonly WordsInBox[])[]> {
  const text = await openReadPages(ctx, tenant, { ...request, page: part.page })
  return text.rowsAt(part)
}

/** More places of a text than this are not looked at one by one. */
const maxTextMatches = 500

/** Finds a text in a document, in reading order. */
export async function findTextInDocument(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { text: searchText, ...request }: ReadDocument & { readonly text: string },
): Promise<readonly TextMatch[]> {
  const text = await openReadPages(ctx, tenant, request)
  return text.locateText({ text: searchText, maxMatches: maxTextMatches })
}

type PagesRequest = ReadDocument & {
  /** The page that is read by the built-in reader; all pages if absent. */
  readonly page?: number
}

export async function openReadPages(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, textExtractorId, page }: PagesRequest,
): Promise<OpenedText> {
  const extractedText =
    textExtractorId && (await tryOpenExtractedText(ctx, tenant, { document, textExtractorId }))
  return extractedText || readPages(ctx, tenant, document, page)
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

async function readPages(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: HashedDocument,
  page: number | undefined,
): Promise<OpenedText> {
  const { hash, name } = document
  const extractorKey = page === undefined ? 'pages' : `page${page}`
  const pages = page === undefined ? undefined : String(page + 1)
  const text = await readDocumentText(ctx, tenant, {
    hash,
    extractorKey,
    storage: 'ifExpensive',
    read: (bytes, signal) => ctx.reader.read(bytes, omitUndefined({ name, pages, signal })),
  })
  return openText(ctx, { text, key: `${tenant.organizationId}/${hash}/${extractorKey}`, name })
}
