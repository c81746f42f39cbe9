import type { WordsInBox } from '@recto/document-text/words-in-box'
import { AppError } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { readDocumentText } from '../documents/documents.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'
import { openExtractedText } from './extracted-text.ts'
import { openText } from './text/open-text.ts'
import type { PartOfPage } from './text/operations.ts'

type Input = {
  readonly document: NamedDocument
  /** By which the document was read; null where nobody knows any more. */
  readonly textExtractorId: string | null
  readonly part: PartOfPage
}

/**
 * What stands in a part of a page: in the text that was read of the document, else in what the built-in reader sees
 * on that page. Nothing is paid for it. Throws `ReadError`.
 */
export async function wordsOnPage(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, textExtractorId, part }: Input,
): Promise<WordsInBox> {
  const known = textExtractorId && (await openKnown(ctx, tenant, { document, textExtractorId }))
  const text = known || (await openPage(ctx, tenant, document, part.page))
  return text.wordsAt(part)
}

type Known = { readonly document: NamedDocument; readonly textExtractorId: string }

async function openKnown(ctx: AnsweringNeeds, tenant: Tenant, known: Known) {
  try {
    return await openExtractedText(ctx, tenant, known)
  } catch (error) {
    // The adapter was deleted, or can no longer be opened.
    if (error instanceof AppError) return null
    throw error
  }
}

async function openPage(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  document: NamedDocument,
  page: number,
) {
  const { hash, name } = document
  const extractorKey = `page${page}`
  const pages = String(page + 1)
  const text = await readDocumentText(ctx, tenant, {
    ...{ hash, extractorKey, keep: 'dear' },
    read: (bytes, signal) => ctx.reader.read(bytes, { name, pages, signal }),
  })
  return openText(ctx, { text, key: `${tenant.organizationId}/${hash}/${extractorKey}`, name })
}
