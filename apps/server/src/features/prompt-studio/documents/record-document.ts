import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'

type DocumentAuditEntry = {
  readonly done: 'uploaded' | 'unlocked' | 'deleted'
  readonly document: DocumentRow
}

/** Writes an audit entry about a document of a project, in the transaction of the change. */
export function recordDocument(
  tenant: Tenant,
  actor: Actor,
  { done, document: { id, name, project_id: project } }: DocumentAuditEntry,
): Promise<void> {
  const values = { project }
  return recordChange(tenant, actor, {
    action: `document.${done}`,
    subject: { type: 'document', id, name },
    ...(done === 'deleted' ? { before: values } : { after: values }),
  })
}
