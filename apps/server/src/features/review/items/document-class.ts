import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRuledWorkflows } from '../../review-rules/review-rules.port.ts'
import { findWorkflowNamesById } from '../../workflows/workflows.port.ts'
import { countClasses, findClassesOfItems, type WaitingCounts } from './items.store.ts'

export type ClassOfDocuments = { readonly workflowId: string; readonly name: string }

type ListClassesRequest = {
  readonly actor: Actor
  /** Whether the documents that wait are counted. */
  readonly hasCounts: boolean
}
type CountedClass = ClassOfDocuments & { readonly counts?: WaitingCounts }

/** Lists the workflows with review rules, and deleted ones whose files are still in review. */
export async function listClasses(
  ctx: Pick<Context, 'db'>,
  { actor, hasCounts }: ListClassesRequest,
): Promise<CountedClass[]> {
  const tenant = tenantOf(ctx, actor)
  const classes = await classesOf(tenant)
  if (!hasCounts) return classes
  const counts = await countClasses(tenant)
  return classes.map((documentClass) => ({
    ...documentClass,
    counts: counts.get(documentClass.workflowId) ?? { pending: 0, finished: 0 },
  }))
}

async function classesOf(tenant: Tenant): Promise<ClassOfDocuments[]> {
  const [workflowIdsWithRules, ofItems] = await Promise.all([
    findRuledWorkflows(tenant),
    findClassesOfItems(tenant),
  ])
  const namesOfItems = new Map(ofItems.map(({ workflowId, name }) => [workflowId, name]))
  const names = await findWorkflowNamesById(tenant, [
    ...workflowIdsWithRules,
    ...namesOfItems.keys(),
  ])
  const all = new Map([...namesOfItems, ...names])
  return [...all]
    .map(([workflowId, name]) => ({ workflowId, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.workflowId.localeCompare(b.workflowId))
}

/** Finds a class by the id of its workflow, or by the workflow's name if that is unique. */
export async function getClass(tenant: Tenant, className: string): Promise<ClassOfDocuments> {
  const classes = await classesOf(tenant)
  const byId = classes.find(({ workflowId }) => workflowId === className)
  const sameNameClasses = classes.filter(({ name }) => name === className)
  const documentClass = byId ?? (sameNameClasses.length === 1 ? sameNameClasses[0] : undefined)
  if (documentClass) return documentClass
  throw badRequest(
    sameNameClasses.length > 1
      ? `Several document classes are named “${className}”. Use the id instead.`
      : `The document class “${className}” does not exist.`,
    { attr: 'class_name' },
  )
}
