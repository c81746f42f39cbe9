import type { Tenant } from '../../../platform/db/database.ts'
import { readDocumentText, unlockDocument } from '../../documents/documents.port.ts'
import type { AnsweringDependencies, HashedDocument } from '../answer-settings.ts'
import { type OpenedText, openText } from '../text/open-text.ts'
import type { ProposedValue } from '../text/propose-values.ts'
import { findStoredText } from './load-document-text.ts'

/**
 * Extractor key of texts that the built-in reader reads with default settings, without invisible
 * text.
 */
const builtInReadingKey = 'proposalsvisible'

type ProposalRequest = {
  readonly document: HashedDocument
  /** Extractor keys of readings that may be stored, best first. */
  readonly extractorKeys: readonly string[]
}

export type DocumentProposals = {
  readonly values: readonly ProposedValue[]
  readonly pages: OpenedText['pages']
}

/**
 * Proposes fields of a document with the values that the built-in extractor finds, from a stored
 * text or else from a free reading. Throws `ReadError`.
 */
export async function proposeFieldsOfDocument(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, extractorKeys }: ProposalRequest,
): Promise<DocumentProposals> {
  for (const extractorKey of extractorKeys) {
    const text = await findStoredText(ctx, tenant, { document, extractorKey })
    if (text) return proposeFrom(text)
  }
  return proposeFrom(await readWithBuiltInReader(ctx, tenant, document))
}

const proposeFrom = async (text: OpenedText): Promise<DocumentProposals> => ({
  values: await text.propose(),
  pages: text.pages,
})

async function readWithBuiltInReader(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: HashedDocument,
): Promise<OpenedText> {
  const { hash, name, path } = document
  const text = await readDocumentText(ctx, tenant, {
    hash,
    path,
    extractorKey: builtInReadingKey,
    storage: 'ifExpensive',
    async read(lockedBytes, signal) {
      const bytes = await unlockDocument(ctx, document, lockedBytes, signal)
      return ctx.reader.readStored(bytes, { name, signal, hidden: 'left-out' })
    },
  })
  return openText(ctx, { text, key: `${tenant.organizationId}/${hash}/${builtInReadingKey}`, name })
}
