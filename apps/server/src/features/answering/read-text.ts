import type { DocumentText } from '@recto/document-text/model'
import type { Tenant } from '../../platform/db/database.ts'
import { explainProviderError, openTextExtractor } from '../adapters/adapters.port.ts'
import { readDocumentText } from '../documents/documents.port.ts'
import { type CallContext, extractText, payReadingOnce } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'
import { type OpenedText, openText } from './text/open-text.ts'

export type ReadText = {
  readonly text: OpenedText
  /** Names the extractor and its settings. */
  readonly extractorKey: string
}

type Input = {
  readonly document: NamedDocument
  readonly textExtractorId: string
  readonly calls: CallContext
  /** Whether the text is kept though it can be read again for nothing. */
  readonly isKept?: boolean | undefined
}

/** Throws `ReadError`, or what the adapter's failure means to the caller. */
export async function readText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, textExtractorId, calls, isKept = false }: Input,
): Promise<ReadText> {
  const opened = await openTextExtractor(ctx, tenant, textExtractorId)
  const { name, key, extractor } = opened
  const readingKey = `${document.hash}/${key}`
  const read = () =>
    readDocumentText(ctx, tenant, {
      hash: document.hash,
      path: document.path,
      isNew: document.isNew,
      bytes: document.bytes,
      extractorKey: key,
      keep: extractor.isFree && !isKept ? 'dear' : 'always',
      read: (bytes) =>
        extractText(tenant, calls, { opened, readingKey, bytes, name: document.name }),
      inTurn: extractor.isFree
        ? undefined
        : (work) => payReadingOnce(tenant, calls, readingKey, work),
    })
  try {
    let text: DocumentText | undefined
    // A step's result may be kept in the database, where a text would take too much room.
    const count = async () => {
      text = await read()
      return text.pages.length
    }
    await calls.step(`read/${key}`, count, { isRepeatable: true })
    const found = text ?? (await read())
    const textKey = `${tenant.organizationId}/${document.hash}/${key}`
    const layout = openText(ctx, { document: found, key: textKey, name: document.name })
    return { text: layout, extractorKey: key }
  } catch (error) {
    throw explainProviderError(error, name)
  }
}
