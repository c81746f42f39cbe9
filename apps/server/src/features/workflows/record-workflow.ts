import { workflowFields } from '@recto/contract/workflows/workflow-fields'
import type { Tenant } from '../../platform/db/database.ts'
import { auditFields } from '../../platform/db/field-columns.ts'
import { type Doer, recordChange } from '../organizations/organizations.port.ts'
import type { WorkflowRow } from './workflows.store.ts'

type WorkflowAuditEntry = {
  /** Past participle, such as `created`. */
  readonly done: string
  readonly workflow: Pick<WorkflowRow, 'id' | 'name'>
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/** Writes an audit entry about a workflow, in the transaction of the change. */
export const recordWorkflow = (
  tenant: Tenant,
  doer: Doer,
  { done, workflow: { id, name }, ...values }: WorkflowAuditEntry,
): Promise<void> =>
  recordChange(tenant, doer, {
    action: `workflow.${done}`,
    subject: { type: 'workflow', id, name },
    ...values,
  })

/** The values of a workflow that its audit entries show. */
export const toWorkflowAuditValues = (row: WorkflowRow) => auditFields(workflowFields, row)
