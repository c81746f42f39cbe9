import type { EmbeddedData } from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import type { Tenant } from '../../platform/db/database.ts'
import { readEmbeddedData } from '../documents/documents.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'

type Input = {
  readonly document: NamedDocument
  readonly calls: CallContext
  /** Whether whoever read the text saw that there is nothing. */
  readonly isNone: boolean
}

const nothing: EmbeddedData = { values: [], problems: [] }

/**
 * What the document says in forms made for machines. Where it cannot be looked for, that is one of its problems, and
 * the questions are answered as those on any other document.
 */
export async function readEmbedded(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, calls: { step, signal }, isNone }: Input,
): Promise<EmbeddedData> {
  try {
    return await step(
      'read/embedded',
      async () => (isNone ? nothing : readEmbeddedData(ctx, tenant, { ...document, signal })),
      {
        isRepeatable: true,
      },
    )
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const text = `Embedded data was not looked for: ${error.message}`
    return { values: [], problems: [{ text, place: {} }] }
  }
}
