import type { Tenant } from '../../platform/db/database.ts'
import { openTextExtractor } from '../adapters/adapters.port.ts'
import { readDocumentText } from '../documents/documents.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'
import { findText } from './read-text.ts'
import { type OpenedText, openText } from './text/open-text.ts'

type Input = { readonly document: NamedDocument; readonly textExtractorId: string }

/**
 * The text of a document as an adapter reads it: what was kept, else read again where nobody pays for that; null
 * where it would be paid again. Throws `ReadError`, and what the adapter's absence means to the caller.
 */
export async function extractedText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<string | null> {
  const text = await openExtractedText(ctx, tenant, input)
  return text ? text.wholeText() : null
}

/** The same, for those who look for something in it. */
export async function openExtractedText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, textExtractorId }: Input,
): Promise<OpenedText | null> {
  const { key: extractorKey, extractor } = await openTextExtractor(ctx, tenant, textExtractorId)
  const kept = await findText(ctx, tenant, { document, extractorKey })
  if (kept) return kept
  if (!extractor.isFree) return null
  const { hash, name, path } = document
  const { readStored } = extractor
  const text = await readDocumentText(ctx, tenant, {
    ...{ hash, path, extractorKey, keep: 'dear' },
    read: async (bytes, signal) =>
      readStored ? readStored(bytes, { name, signal }) : extractor.read(bytes, { name, signal }),
  })
  const key = `${tenant.organizationId}/${hash}/${extractorKey}`
  return openText(ctx, { text, key, name })
}
