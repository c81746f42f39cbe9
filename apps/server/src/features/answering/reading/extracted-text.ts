import type { Tenant } from '../../../platform/db/database.ts'
import { openTextExtractor } from '../../adapters/adapters.port.ts'
import { readDocumentText } from '../../documents/documents.port.ts'
import type { AnsweringDependencies, HashedDocument } from '../answer-settings.ts'
import { type OpenedText, openText } from '../text/open-text.ts'
import { findStoredText } from './load-document-text.ts'

type ExtractedTextRequest = { readonly document: HashedDocument; readonly textExtractorId: string }

/**
 * Returns the text of a document as an adapter reads it: the stored text, else a new reading where
 * that is free; null where it would have to be paid again. Throws `ReadError`, or an error if the
 * adapter is gone.
 */
export async function getExtractedText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  request: ExtractedTextRequest,
): Promise<string | null> {
  const text = await openExtractedText(ctx, tenant, request)
  return text ? text.wholeText() : null
}

/** Opens the same text for searching. */
export async function openExtractedText(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, textExtractorId }: ExtractedTextRequest,
): Promise<OpenedText | null> {
  const { key: extractorKey, extractor } = await openTextExtractor(ctx, tenant, textExtractorId)
  const storedText = await findStoredText(ctx, tenant, { document, extractorKey })
  if (storedText) return storedText
  if (!extractor.isFree) return null
  const { hash, name, path } = document
  const { readStored } = extractor
  const text = await readDocumentText(ctx, tenant, {
    hash,
    path,
    extractorKey,
    storage: 'ifExpensive',
    read: async (bytes, signal) =>
      readStored ? readStored(bytes, { name, signal }) : extractor.read(bytes, { name, signal }),
  })
  const key = `${tenant.organizationId}/${hash}/${extractorKey}`
  return openText(ctx, { text, key, name })
}
