import { permits } from '@recto/contract/policy/permits'
import { forbidden, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { UsedObject } from '../../platform/db/sharing.ts'
import { adapterConnections } from '../adapters/adapters.port.ts'
import { describeConnections } from '../connections/connections.port.ts'
import { connectorConnections } from '../connectors/connectors.port.ts'
import { userEmails } from '../organizations/organizations.port.ts'
import { describeTool } from '../tools/tools.port.ts'
import { loadDraft } from './find-runnable.ts'
import { findVisibleWorkflow, loadWorkflow, type VisibleWorkflow } from './get-workflow.ts'
import { findVersion } from './workflow-versions.store.ts'
import type { WorkflowRow } from './workflows.store.ts'

type DeployRequest = { readonly actor: Actor; readonly id: string }

/** A tool, adapter or connector that a workflow uses. */
type WorkflowPart = UsedObject & { readonly type: 'tool' | 'adapter' | 'connector' }

type DeployRight = {
  /** The parts that are not shared with the whole organization. */
  readonly privateParts: readonly WorkflowPart[]
  /** The reason why the actor may not deploy the workflow; `undefined` if they may. */
  readonly refusal: string | undefined
}

/**
 * Checks that the actor may make the workflow available by a key, on a schedule or as an app. Throws 403
 * with what the actor may not use, and reports at `workflowId` that there is no such workflow. Returns the workflow.
 */
export async function assertMayDeploy(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: { readonly actor: Actor; readonly workflowId: string },
): Promise<WorkflowRow> {
  const visibleWorkflow = await findVisibleWorkflow(ctx, { actor, id: workflowId })
  if (!visibleWorkflow) {
    throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
  }
  const { refusal } = await loadDeployRightOf(ctx, actor, visibleWorkflow)
  if (refusal !== undefined) throw forbidden(refusal)
  return visibleWorkflow.workflow
}

export async function loadDeployRight(
  ctx: Pick<Context, 'db'>,
  { actor, id }: DeployRequest,
): Promise<DeployRight> {
  return loadDeployRightOf(ctx, actor, await loadWorkflow(ctx, { actor, id }))
}

async function loadDeployRightOf(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { workflow, facts: workflowFacts }: VisibleWorkflow,
): Promise<DeployRight> {
  const tenant = tenantOf(ctx, actor)
  const parts = await listParts(ctx, actor, workflow)
  const missingParts = parts.filter(({ isUsable }) => !isUsable)
  const facts = { ...workflowFacts, mayUseParts: missingParts.length === 0 }
  return {
    privateParts: parts.filter(({ isOpenToAll }) => !isOpenToAll),
    refusal: permits(actor, 'workflow/deploy', facts)
      ? undefined
      : await explainRefusal(tenant, workflow, missingParts),
  }
}

/** Lists what a deployment of the workflow would use: the live version if there is one, else the draft. */
async function listParts(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  { id, live_version: version }: WorkflowRow,
): Promise<WorkflowPart[]> {
  const tenant = tenantOf(ctx, actor)
  const live = version === null ? undefined : await findVersion(tenant, { workflowId: id, version })
  const { toolId, toolVersion, settings, source, destination } =
    live?.definition ?? (await loadDraft(tenant, id))
  const { tool, adapterIds } = toolId
    ? await describeTool(ctx, actor, { toolId, toolVersion, settings })
    : { tool: undefined, adapterIds: [] }
  const connectorIds = [source.connectorId, destination.connectorId].filter((one) => one !== null)
  const [adapters, connectors] = await Promise.all([
    describeConnections(ctx, adapterConnections, actor, adapterIds),
    describeConnections(ctx, connectorConnections, actor, connectorIds),
  ])
  return [
    ...(tool ? [{ ...tool, type: 'tool' as const }] : []),
    ...adapters.map((adapter) => ({ ...adapter, type: 'adapter' as const })),
    ...connectors.map((connector) => ({ ...connector, type: 'connector' as const })),
  ]
}

/** More are counted, because a tool can use an adapter for each of its prompts. */
const maxNamedParts = 10

async function explainRefusal(
  tenant: Tenant,
  { created_by }: WorkflowRow,
  missingParts: readonly WorkflowPart[],
): Promise<string> {
  const namedParts = missingParts.slice(0, maxNamedParts)
  const ownerIds = [created_by, ...namedParts.map((part) => part.created_by)]
  const emails = await userEmails(tenant, ownerIds)
  const emailOf = (id: number | null) => (id === null ? undefined : emails.get(id))
  const names = namedParts.map(({ type, name, created_by: ownerId }) => {
    const owner = emailOf(ownerId)
    return `the ${type} “${name}”${owner ? ` of ${owner}` : ''}`
  })
  const othersCount = missingParts.length - namedParts.length
  if (othersCount > 0) names.push(`${othersCount} more`)
  const owner = emailOf(created_by)
  const pronoun = missingParts.length === 1 ? 'it' : 'them'
  return (
    `You cannot deploy this workflow, because you may not use ${joinNames(names)}. ` +
    `Ask for ${pronoun} to be shared with you, or ask ${owner ? `${owner} or an admin` : 'an admin'} ` +
    'to let you deploy the workflow in its Share dialog.'
  )
}

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
