import type { UsedQuery } from '@recto/contract/usage/used'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { daysOfQuery } from '../../platform/days-of-query.ts'
import { rollUp } from './metrics.store.ts'
import {
  readAverageQuestionCost,
  readUsed,
  readUsedLines,
  type UsedLine,
  type UsedOf,
  type UsedSelection,
} from './used.reads.ts'

type ReadUsedDependencies = Pick<Context, 'db'>
type ReadUsedRequest = { readonly actor: Actor; readonly query: UsedQuery }

const defaultDays = 30
/** Maximum number of lines that a spreadsheet still opens quickly. */
const maxLines = 100_000

export type UsedInDays = {
  readonly firstDay: string
  readonly lastDay: string
  readonly rows: readonly UsedOf[]
  /** Dollars for a question; null if unknown. */
  readonly averageCost: number | null
}

export async function usedIn(
  ctx: ReadUsedDependencies,
  { actor, query }: ReadUsedRequest,
): Promise<UsedInDays> {
  const days = daysOfQuery(query, defaultDays)
  const tenant = tenantOf(ctx, actor)
  const filter = {
    ...days,
    ...selectionOf(query),
    viewer: actor,
    rolledUntil: await rollUp(tenant),
  }
  const [rows, averageCost] = await Promise.all([
    readUsed(tenant, filter),
    readAverageQuestionCost(tenant, filter),
  ])
  return { ...days, rows, averageCost }
}

export type UsedLines = Pick<UsedInDays, 'averageCost'> & { readonly lines: readonly UsedLine[] }

/** Returns the usage lines of a period; throws 400 when there are too many for one file. */
export async function usedLinesIn(
  ctx: ReadUsedDependencies,
  { actor, query }: ReadUsedRequest,
): Promise<UsedLines> {
  const tenant = tenantOf(ctx, actor)
  const filter = {
    ...daysOfQuery(query, defaultDays),
    ...selectionOf(query),
    viewer: actor,
    rolledUntil: await rollUp(tenant),
  }
  const [lines, averageCost] = await Promise.all([
    readUsedLines(tenant, filter, maxLines + 1),
    readAverageQuestionCost(tenant, filter),
  ])
  if (lines.length > maxLines) {
    throw badRequest(`The file would have more than ${maxLines} lines. Choose fewer days.`)
  }
  return { lines, averageCost }
}

const noneToNull = (id: string | undefined) => (id === 'none' ? null : id)

const selectionOf = ({ model, project, deployment }: UsedQuery): UsedSelection => ({
  model,
  projectId: noneToNull(project),
  deploymentId: noneToNull(deployment),
})
