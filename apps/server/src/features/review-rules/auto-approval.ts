import { invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { workflowNames } from '../workflows/workflows.port.ts'
import {
  type AutoApprovalRow,
  findAutoApproval,
  saveAutoApprovalRow,
} from './review-rules.store.ts'

type Needs = Pick<Context, 'db'>

/** `undefined` before anything was saved: nothing is approved by itself. */
export function readAutoApproval(
  ctx: Needs,
  { actor }: { readonly actor: Actor },
): Promise<AutoApprovalRow | undefined> {
  return findAutoApproval(tenantOf(ctx, actor))
}

type Input = {
  readonly actor: Actor
  readonly workflowIds: readonly string[]
  readonly emails: readonly string[]
}

export async function saveAutoApproval(
  ctx: Needs,
  { actor, workflowIds, emails }: Input,
): Promise<AutoApprovalRow> {
  const tenant = tenantOf(ctx, actor)
  const names = await workflowNames(tenant, workflowIds.filter(isUuid))
  if (workflowIds.some((id) => !names.has(id))) {
    throw invalid('workflowIds', 'There is no such document class.', 'does_not_exist')
  }
  return inTransaction(tenant, async (within) => {
    const row = await saveAutoApprovalRow(within, {
      document_classes: [...new Set(workflowIds)],
      user_emails: [...new Set(emails.map((email) => email.toLowerCase()))],
    })
    await recordChange(within, actor, {
      action: 'review-auto-approval.saved',
      subject: {
        type: 'review-auto-approval',
        id: String(tenant.organizationId),
        name: 'Auto-approval',
      },
      after: { document_classes: [...names.values()], users: row.user_emails },
    })
    return row
  })
}

type Finished = { readonly workflowId: string; readonly email: string }

/** Whether a finished review needs nobody else. */
export async function isAutoApproved(
  tenant: Tenant,
  { workflowId, email }: Finished,
): Promise<boolean> {
  const row = await findAutoApproval(tenant)
  if (!row) return false
  return row.document_classes.includes(workflowId) || row.user_emails.includes(email.toLowerCase())
}
