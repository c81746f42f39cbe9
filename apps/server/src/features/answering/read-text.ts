import type { DocumentText } from '@recto/document-text/model'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, openTextExtractor } from '../adapters/adapters.port.ts'
import { readDocumentText } from '../documents/documents.port.ts'
import type { Step } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'

type ReadText = {
  readonly text: DocumentText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
}

type Input = {
  readonly document: NamedDocument
  readonly textExtractorId: string
  readonly step: Step
}

/** Throws `ReadError`, or what the adapter's failure means to the caller. */
export async function readText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, textExtractorId, step }: Input,
): Promise<ReadText> {
  const { name, key, extractor } = await openTextExtractor(ctx, tenant, textExtractorId)
  const read = () =>
    readDocumentText(ctx, tenant, {
      hash: document.hash,
      extractorKey: key,
      read: (bytes) => extractor.read(bytes, { name: document.name }),
    })
  try {
    // The text stays in the file store: a step's result would be kept in the database once more.
    await step(`read/${key}`, async () => (await read()).pages.length, { isRepeatable: true })
    return { text: await read(), extractorKey: key }
  } catch (error) {
    throw explainProviderError(error, name)
  }
}
