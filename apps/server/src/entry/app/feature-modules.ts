import type { FastifyInstance } from 'fastify'
import { adapterRoutes } from '../../features/adapters/adapters.routes.ts'
import { agentRoutes } from '../../features/agents/agents.routes.ts'
import { billingRoutes } from '../../features/billing/billing.routes.ts'
import { pushAnswers } from '../../features/chat-apps/asking/push-answers.ts'
import { chatAppRoutes } from '../../features/chat-apps/chat-apps.routes.ts'
import { connectorRoutes } from '../../features/connectors/connectors.routes.ts'
import { deploymentRoutes } from '../../features/deployments/deployments.routes.ts'
import { executionRoutes } from '../../features/executions/executions.routes.ts'
import { lookupRoutes } from '../../features/lookups/lookups.routes.ts'
import { metricRoutes } from '../../features/metrics/metrics.routes.ts'
import { notificationRoutes } from '../../features/notifications/notifications.routes.ts'
import { guardRequests } from '../../features/organizations/gate/gate.routes.ts'
import { organizationRoutes } from '../../features/organizations/organizations.routes.ts'
import { pushSessionMessages } from '../../features/organizations/session-messages/push-session-messages.ts'
import { pipelineRoutes } from '../../features/pipelines/pipelines.routes.ts'
import { promptStudioRoutes } from '../../features/prompt-studio/prompt-studio.routes.ts'
import { pushStudioUpdates } from '../../features/prompt-studio/push-studio-updates.ts'
import { reviewRoutes } from '../../features/review/review.routes.ts'
import { reviewRuleRoutes } from '../../features/review-rules/review-rules.routes.ts'
import { simpleStudioRoutes } from '../../features/simple-studio/simple-studio.routes.ts'
import { textServiceRoutes } from '../../features/text-service/text-service.routes.ts'
import { toolRoutes } from '../../features/tools/tools.routes.ts'
import { usageRoutes } from '../../features/usage/usage.routes.ts'
import { watchRoutes } from '../../features/watch/watch.routes.ts'
import { workflowRoutes } from '../../features/workflows/workflows.routes.ts'
import type { Context } from '../../platform/context.ts'
import type { Sockets } from '../../platform/sockets/sockets.ts'
import { equipOrganization } from '../seed/equip-organization.ts'

type FeatureModule = {
  readonly name: string
  /** Registers hooks that run before any route. */
  readonly guard?: (app: FastifyInstance, ctx: Context) => void
  readonly routes: (app: FastifyInstance, ctx: Context) => void
  /**
   * Subscribes to events of other modules, or to send them to browsers; returns a function that
   * unsubscribes.
   */
  readonly subscribe?: (ctx: Context, sockets: Sockets) => () => void
}

/** All feature modules of the server, lowest layer first. */
export const featureModules: readonly FeatureModule[] = [
  {
    name: 'organizations',
    guard: guardRequests,
    routes: (app, ctx) => organizationRoutes(app, ctx, equipOrganization),
    subscribe: pushSessionMessages,
  },
  { name: 'billing', routes: billingRoutes },
  { name: 'usage', routes: usageRoutes },
  { name: 'adapters', routes: adapterRoutes },
  { name: 'connectors', routes: connectorRoutes },
  { name: 'lookups', routes: lookupRoutes },
  { name: 'prompt-studio', routes: promptStudioRoutes, subscribe: pushStudioUpdates },
  { name: 'text-service', routes: textServiceRoutes },
  { name: 'simple-studio', routes: simpleStudioRoutes },
  { name: 'tools', routes: toolRoutes },
  { name: 'workflows', routes: workflowRoutes },
  { name: 'review-rules', routes: reviewRuleRoutes },
  { name: 'executions', routes: executionRoutes },
  { name: 'notifications', routes: notificationRoutes },
  { name: 'review', routes: reviewRoutes },
  { name: 'chat-apps', routes: chatAppRoutes, subscribe: pushAnswers },
  { name: 'deployments', routes: deploymentRoutes },
  { name: 'pipelines', routes: pipelineRoutes },
  { name: 'metrics', routes: metricRoutes },
  { name: 'watch', routes: watchRoutes },
  { name: 'agents', routes: agentRoutes },
]
