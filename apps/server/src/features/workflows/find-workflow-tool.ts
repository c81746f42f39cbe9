import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findTool } from '../tools/tools.port.ts'
import { findToolInstances } from './tool-instances.store.ts'

/** Finds the names of the fields that a workflow reads; `undefined` if it has no tool. */
export async function findWorkflowFields(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<readonly string[] | undefined> {
  const tool = await findWorkflowTool(ctx, tenant, workflowId)
  return tool?.metadata.outputs.map(({ name }) => name)
}

export type WorkflowFields = {
  readonly names: readonly string[]
  /** The names of those whose values are matched to lookup tables. */
  readonly matchedNames: readonly string[]
}

/** Finds the fields that a workflow reads, and which are matched; `undefined` if it has no tool. */
export async function findMatchedFields(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<WorkflowFields | undefined> {
  const outputs = (await findWorkflowTool(ctx, tenant, workflowId))?.metadata.outputs
  const matchedOutputs = outputs?.filter(({ match_to: matchTo }) => matchTo)
  return (
    outputs && {
      names: outputs.map(({ name }) => name),
      matchedNames: matchedOutputs?.map(({ name }) => name) ?? [],
    }
  )
}

/**
 * Finds the project whose export a workflow runs; `undefined` if it has no tool or a built-in one.
 */
export async function findWorkflowProject(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
): Promise<string | undefined> {
  return (await findWorkflowTool(ctx, tenant, workflowId))?.projectId || undefined
}

export async function findWorkflowTool(
  ctx: Pick<Context, 'db'>,
  tenant: Tenant,
  workflowId: string,
) {
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  return instance && findTool(ctx, tenant, instance.tool_id)
}
