import type { Kysely, Transaction } from 'kysely'
import type { AdapterTables } from './tables/adapters.ts'
import type { BillingTables } from './tables/billing.ts'
import type { CalibrationTables } from './tables/calibration.ts'
import type { ChatAppTables } from './tables/chat-apps.ts'
import type { ConnectorTables } from './tables/connectors.ts'
import type { DeploymentTables } from './tables/deployments.ts'
import type { DocumentTables } from './tables/documents.ts'
import type { ExecutionTables } from './tables/executions.ts'
import type { InstallationTables } from './tables/installation.ts'
import type { LayoutTables } from './tables/layouts.ts'
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
import type { WorkflowTables } from './tables/workflows.ts'

/** One entry per table. The room that owns a table is the only one that may name it. */
export type Tables = PlatformTables &
  InstallationTables &
  OrganizationTables &
  BillingTables &
  CalibrationTables &
  LayoutTables &
  UsageTables &
  DocumentTables &
  AdapterTables &
  ConnectorTables &
  PromptStudioTables &
  TruthTables &
  WorkflowTables &
  ExecutionTables &
  DeploymentTables &
  ChatAppTables &
  NotificationTables &
  ReviewTables &
  MetricTables &
  TextServiceTables &
  SimpleStudioTables

export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * The database of the whole installation: for the few queries that run before an organization is
 * known, or about what belongs to none.
 */
export type Installation = { readonly db: Db }

/**
 * The database as one organization sees it. Other stores accept nothing wider, so that no query
 * can be written without deciding whose rows it is about.
 */
export type Tenant = Installation & { readonly organizationId: number }
