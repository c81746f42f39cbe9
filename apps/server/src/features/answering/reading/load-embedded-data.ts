import type { EmbeddedData } from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import type { Tenant } from '../../../platform/db/database.ts'
import { readEmbeddedData } from '../../documents/documents.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnsweringDependencies, HashedDocument } from '../answer-settings.ts'

type EmbeddedRequest = {
  readonly document: HashedDocument
  readonly calls: CallContext
  /** The data, if it was read together with the text. */
  readonly knownData: EmbeddedData | undefined
}

/**
 * Loads the machine-readable data of a document. A failure to read it becomes one of its problems,
 * and the questions are answered as for any other document.
 */
export async function loadEmbeddedData(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, calls: { step, signal }, knownData }: EmbeddedRequest,
): Promise<EmbeddedData> {
  try {
    return await step(
      'read/embedded',
      async () => knownData ?? readEmbeddedData(ctx, tenant, { ...document, signal }),
      {
        isRepeatable: true,
      },
    )
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const text = `The document was not checked for embedded data: ${error.message}`
    return { values: [], problems: [{ text, place: {} }] }
  }
}
