import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringDependencies,
  type DocumentProposals,
  proposeFieldsOfDocument,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listIndexRows } from '../rows/indexes.store.ts'

/** Reads what a document proposes, from a text that the project has stored if there is one. */
export async function readProposals(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  document: DocumentRow,
): Promise<DocumentProposals> {
  const indexes = await listIndexRows(tenant, { documentId: document.id })
  const extractorKeys = indexes.flatMap(({ extraction_status }) =>
    Object.keys(extraction_status).reverse(),
  )
  return proposeFieldsOfDocument(ctx, tenant, { document, extractorKeys }).catch(rethrowExplained)
}
