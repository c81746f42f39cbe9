import type { Kysely, Transaction } from 'kysely'
import type { AdapterTables } from './tables/adapters.ts'
import type { BillingTables } from './tables/billing.ts'
import type { CalibrationTables } from './tables/calibration.ts'
import type { ChatAppTables } from './tables/chat-apps.ts'
import type { ConnectorTables } from './tables/connectors.ts'
import type { DeploymentTables } from './tables/deployments.ts'
import type { DocumentTables } from './tables/documents.ts'
import type { ExecutionTables } from './tables/executions.ts'
import type { ImprovementTables } from './tables/improvements.ts'
import type { LayoutTables } from './tables/layouts.ts'
import type { LookupTables } from './tables/lookups.ts'
import type { MailTables } from './tables/mails.ts'
import type { MetricTables } from './tables/metrics.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OrganizationTables } from './tables/organizations.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { PromptStudioTables } from './tables/prompt-studio.ts'
import type { ReviewTables } from './tables/review.ts'
import type { SimpleStudioTables } from './tables/simple-studio.ts'
import type { TextServiceTables } from './tables/text-service.ts'
import type { TruthTables } from './tables/truths.ts'
import type { UsageTables } from './tables/usage.ts'
import type { WatchTables } from './tables/watch.ts'
import type { WorkflowTables } from './tables/workflows.ts'

/** All tables. Only the feature module that owns a table may use it. */
export type Tables = PlatformTables &
  OrganizationTables &
  BillingTables &
  CalibrationTables &
  LayoutTables &
  UsageTables &
  DocumentTables &
  AdapterTables &
  ConnectorTables &
  LookupTables &
  MailTables &
  PromptStudioTables &
  TruthTables &
  ImprovementTables &
  WorkflowTables &
  ExecutionTables &
  DeploymentTables &
  ChatAppTables &
  NotificationTables &
  ReviewTables &
  MetricTables &
  TextServiceTables &
  SimpleStudioTables &
  WatchTables

export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * The database of the whole installation, for the few queries that run before an organization is
 * known or that concern no organization.
 */
export type Installation = { readonly db: Db }

/**
 * The database, scoped to one organization. All other stores take a tenant, so that no query can be
 * written without deciding whose rows it may touch.
 */
export type Tenant = Installation & { readonly organizationId: number }

/** Runs `run` in a transaction, or within the current one if there is one. */
export async function inTransaction<T>(
  tenant: Tenant,
  run: (tenantInTransaction: Tenant) => Promise<T>,
): Promise<T> {
  if (tenant.db.isTransaction) return run(tenant)
  return tenant.db.transaction().execute((db) => run({ ...tenant, db }))
}
