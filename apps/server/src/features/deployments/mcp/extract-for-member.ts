import type { ExtractDocument, GetExecutionStatus } from '@recto/contract/deployments/mcp'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { McpToolCall, McpToolReply } from '../../../platform/mcp/mcp-server.ts'
import { findExecution } from '../../executions/executions.port.ts'
import { findConfigurationVersion } from '../admission.reads.ts'
import type { DeploymentCaller } from '../admit-caller.ts'
import { type DeploymentRow, findDeployments } from '../deployments.store.ts'
import { getDeployment } from '../get-deployment.ts'
import { extractAndPresent, presentExtraction } from './call-tool.ts'

type MemberCall = { readonly actor: Actor; readonly call: McpToolCall }

/** Runs a deployment that the member may see, as a call with one of its keys would. */
export async function extractByDeployment(
  ctx: Context,
  { actor, call }: MemberCall,
  { apiName, args }: { readonly apiName: string; readonly args: ExtractDocument },
): Promise<McpToolReply> {
  const deployment = await findDeploymentByName(ctx, actor, apiName)
  if (!deployment.is_active) {
    const detail = 'The API is switched off'
    throw new AppError('not-found', [{ code: 'error', detail, attr: null }])
  }
  const caller = await toCaller(ctx, actor, deployment)
  return extractAndPresent(ctx, { ...call, caller }, args)
}

/** Finds a deployment that the member may see. */
export async function findDeploymentByName(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: string,
): Promise<DeploymentRow> {
  const order = { by: 'created_at', direction: 'desc' } as const
  const [deployment] = await findDeployments(tenantOf(ctx, actor), actor, { name, order })
  if (!deployment) throw notFound('API deployment')
  return deployment
}

/** Presents an execution of any deployment that the member may see. */
export async function findExtraction(
  ctx: Context,
  { actor, call }: MemberCall,
  args: GetExecutionStatus,
): Promise<McpToolReply> {
  const execution = await findExecution(tenantOf(ctx, actor), args.execution_id)
  if (!execution?.pipeline_id) throw notFound('execution')
  const deployment = await getDeployment(ctx, { actor, id: execution.pipeline_id })
  const caller = await toCaller(ctx, actor, deployment)
  return presentExtraction(ctx, { ...call, caller }, args)
}

async function toCaller(
  ctx: Context,
  actor: Actor,
  deployment: DeploymentRow,
): Promise<DeploymentCaller> {
  const tenant = tenantOf(ctx, actor)
  return {
    tenant,
    slug: actor.organization.slug,
    deployment,
    isKeyGlobal: false,
    ownerId: actor.userId,
    configurationVersion: await findConfigurationVersion(tenant),
  }
}
