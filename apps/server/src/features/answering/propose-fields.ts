import type { Tenant } from '../../platform/db/database.ts'
import { readDocumentText, unlockedBytes } from '../documents/documents.port.ts'
import type { AnsweringNeeds, NamedDocument } from './answer-settings.ts'
import { findText } from './read-text.ts'
import { type OpenedText, openText } from './text/open-text.ts'
import type { ProposedValue } from './text/propose-values.ts'

/** The text as the product's own reader reads it when nobody says how: without what nobody sees. */
const ownReading = 'proposalsvisible'

type Input = {
  readonly document: NamedDocument
  /** Of the readings that there may be, the best first. */
  readonly extractorKeys: readonly string[]
}

/**
 * What could be asked of a document, with the values that the built-in extractor finds: from a text that was
 * read before, else read here, which nobody pays. Throws `ReadError`.
 */
export async function proposeFields(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, extractorKeys }: Input,
): Promise<readonly ProposedValue[]> {
  for (const extractorKey of extractorKeys) {
    const text = await findText(ctx, tenant, { document, extractorKey })
    if (text) return text.propose()
  }
  return (await readByOwn(ctx, tenant, document)).propose()
}

async function readByOwn(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  document: NamedDocument,
): Promise<OpenedText> {
  const { hash, name, path } = document
  const text = await readDocumentText(ctx, tenant, {
    ...{ hash, path, extractorKey: ownReading, keep: 'dear' },
    async read(locked, signal) {
      const bytes = await unlockedBytes(ctx, document, locked, signal)
      return ctx.reader.readStored(bytes, { name, signal, hidden: 'left-out' })
    },
  })
  return openText(ctx, { text, key: `${tenant.organizationId}/${hash}/${ownReading}`, name })
}
