import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { breaksReference } from '../../platform/db/refusals.ts'
import { type DocumentParts, documentParts } from './document-parts.store.ts'
import type { StoredDocument } from './documents.store.ts'
import { type ArrivedDocument, dropFiles, keepDocuments } from './keep-documents.ts'

type Acted<T> = { readonly result: T; readonly stored: readonly StoredDocument[] }

type Done<T> = {
  readonly result: T
  /** Those that came for the first time are new. */
  readonly stored: readonly (StoredDocument & { readonly isNew: boolean })[]
}

/** How often a document may be forgotten, in the very moment in which it comes again. */
const maxForgotten = 5

/**
 * Keeps documents under their content, as `storeDocuments` does, for one statement that is its own
 * transaction: `act` runs it and tells which documents have their rows, with their places. `act` runs
 * again when one was forgotten meanwhile.
 */
export async function storeDocumentsWith<T>(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ArrivedDocument[],
  act: (parts: DocumentParts) => Promise<Acted<T>>,
): Promise<Done<T>> {
  const kept = await keepDocuments(ctx, tenant, documents)
  let superfluous = kept.map(({ path }) => path)
  try {
    const { result, stored } = await despiteForgetting(() => act(documentParts(tenant, kept)))
    const needed = new Set(stored.map(({ path }) => path))
    superfluous = superfluous.filter((path) => !needed.has(path))
    const brought = new Set(kept.map(({ path }) => path))
    const isNew = ({ path }: StoredDocument) => path !== null && brought.has(path)
    return { result, stored: stored.map((one) => ({ ...one, isNew: isNew(one) })) }
  } catch (error) {
    // Nobody can be sure: the statement may have been done, and failed to tell.
    if (isConnectionLost(error)) superfluous = []
    throw error
  } finally {
    await dropFiles(ctx, superfluous)
  }
}

async function despiteForgetting<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt > maxForgotten || !breaksReference(error)) throw error
    }
  }
}
