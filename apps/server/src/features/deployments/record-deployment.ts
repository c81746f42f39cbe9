import { deploymentFields } from '@recto/contract/deployments/deployment-fields'
import { pickWay } from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import type { Actor } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import type { DeploymentRow } from './deployments.store.ts'

type RecordDeploymentAuditEntry = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly deployment: DeploymentRow
  readonly before?: DeploymentRow
  readonly after?: DeploymentRow
}

/** Writes the audit entry for a change of a deployment, in the transaction of the change. */
export const recordDeployment = (
  tenant: Tenant,
  actor: Actor,
  {
    done,
    deployment: { id, display_name: name },
    before: oldValues,
    after: newValues,
  }: RecordDeploymentAuditEntry,
) =>
  recordChange(
    tenant,
    actor,
    omitUndefined({
      action: `deployment.${done}`,
      subject: { type: 'deployment', id, name },
      before: oldValues && auditValuesOf(oldValues),
      after: newValues && auditValuesOf(newValues),
    }),
  )

const auditValuesOf = (row: DeploymentRow) => presentFields(pickWay(deploymentFields, 'audit'), row)
