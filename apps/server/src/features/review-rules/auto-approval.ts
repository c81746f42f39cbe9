import { invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/strings.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findWorkflowNamesById } from '../workflows/workflows.port.ts'
import {
  type AutoApprovalRow,
  findAutoApproval,
  saveAutoApprovalRow,
} from './review-rules.store.ts'

type AutoApprovalDependencies = Pick<Context, 'db'>

/** Returns `undefined` before any setting was saved: then nothing is approved automatically. */
export function readAutoApproval(
  ctx: AutoApprovalDependencies,
  { actor }: { readonly actor: Actor },
): Promise<AutoApprovalRow | undefined> {
  return findAutoApproval(tenantOf(ctx, actor))
}

type AutoApprovalRequest = {
  readonly actor: Actor
  readonly workflowIds: readonly string[]
  readonly emails: readonly string[]
}

export async function saveAutoApproval(
  ctx: AutoApprovalDependencies,
  { actor, workflowIds, emails }: AutoApprovalRequest,
): Promise<AutoApprovalRow> {
  const tenant = tenantOf(ctx, actor)
  const names = await findWorkflowNamesById(tenant, workflowIds.filter(isUuid))
  if (workflowIds.some((id) => !names.has(id))) {
    throw invalid('workflowIds', 'This document class does not exist.', 'does_not_exist')
  }
  return inTransaction(tenant, async (transaction) => {
    const oldRow = await findAutoApproval(transaction)
    const row = await saveAutoApprovalRow(transaction, {
      document_classes: [...new Set(workflowIds)],
      user_emails: [...new Set(emails.map((email) => email.toLowerCase()))],
    })
    await recordChange(transaction, actor, {
      action: 'review-auto-approval.saved',
      subject: {
        type: 'review-auto-approval',
        id: String(tenant.organizationId),
        name: 'Auto-approval',
      },
      before: oldRow && { document_classes: oldRow.document_classes, users: oldRow.user_emails },
      after: { document_classes: row.document_classes, users: row.user_emails },
    })
    return row
  })
}

type AutoApprovalOptions = { readonly workflowId: string; readonly email: string }

/** Whether a finished review is approved automatically. */
export async function isAutoApproved(
  tenant: Tenant,
  { workflowId, email }: AutoApprovalOptions,
): Promise<boolean> {
  const row = await findAutoApproval(tenant)
  if (!row) return false
  return row.document_classes.includes(workflowId) || row.user_emails.includes(email.toLowerCase())
}
