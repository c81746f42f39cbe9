import type { Actor, Context } from '../../platform/context.ts'
import { getWorkflow } from '../workflows/workflows.port.ts'

type WorkflowReference = { readonly actor: Actor; readonly workflowId: string }

/**
 * Throws 404 for a workflow that the actor may not see. Only people who build workflows are asked for that:
 * those who review and approve have the documents of all workflows.
 */
export async function assertReadable(
  ctx: Pick<Context, 'db'>,
  { actor, workflowId }: WorkflowReference,
): Promise<void> {
  if (actor.role === 'user') await getWorkflow(ctx, { actor, id: workflowId })
}
