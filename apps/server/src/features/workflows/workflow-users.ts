import type { Tenant } from '../../platform/db/database.ts'

/** Answers whether something above this floor is built on a workflow. */
export type WorkflowUse = (tenant: Tenant, workflowId: string) => Promise<boolean>

const uses: WorkflowUse[] = []

/** A room above says here how to ask it, because this room may not look up. */
export function registerWorkflowUse(use: WorkflowUse): void {
  if (!uses.includes(use)) uses.push(use)
}

export async function isWorkflowUsed(tenant: Tenant, workflowId: string): Promise<boolean> {
  const answers = await Promise.all(uses.map((use) => use(tenant, workflowId)))
  return answers.includes(true)
}
