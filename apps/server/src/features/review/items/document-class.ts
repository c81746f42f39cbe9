import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRuledWorkflows } from '../../review-rules/review-rules.port.ts'
import { workflowNames } from '../../workflows/workflows.port.ts'
import { findClassesOfItems } from './items.store.ts'

export type ClassOfDocuments = { readonly workflowId: string; readonly name: string }

/** The workflows that have rules, and those whose files people have in hand though they are gone. */
export async function listClasses(
  ctx: Pick<Context, 'db'>,
  { actor }: { readonly actor: Actor },
): Promise<ClassOfDocuments[]> {
  return classesOf(tenantOf(ctx, actor))
}

async function classesOf(tenant: Tenant): Promise<ClassOfDocuments[]> {
  const [ruled, ofItems] = await Promise.all([
    findRuledWorkflows(tenant),
    findClassesOfItems(tenant),
  ])
  const known = new Map(ofItems.map(({ workflowId, name }) => [workflowId, name]))
  const names = await workflowNames(tenant, [...ruled, ...known.keys()])
  const all = new Map([...known, ...names])
  return [...all]
    .map(([workflowId, name]) => ({ workflowId, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.workflowId.localeCompare(b.workflowId))
}

/** By the id of a workflow, or by its name where no other has it. */
export async function getClass(tenant: Tenant, className: string): Promise<ClassOfDocuments> {
  const classes = await classesOf(tenant)
  const byId = classes.find(({ workflowId }) => workflowId === className)
  const named = classes.filter(({ name }) => name === className)
  const found = byId ?? (named.length === 1 ? named[0] : undefined)
  if (found) return found
  throw badRequest(
    named.length > 1
      ? `Several document classes are called “${className}”; name its id.`
      : `There is no document class “${className}”.`,
    { attr: 'class_name' },
  )
}
