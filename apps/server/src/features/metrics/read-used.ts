import type { UsedQuery } from '@recto/contract/usage/used'
import { badRequest, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { rollUp } from './metrics.store.ts'
import { readUsed, readUsedLines, type UsedLine, type UsedOf } from './used.reads.ts'

type ReadUsedDependencies = Pick<Context, 'db'>
type ReadUsedRequest = { readonly actor: Actor; readonly query: UsedQuery }

const usualDays = 30
const maxDays = 366
/** Maximum number of lines that a spreadsheet still opens quickly. */
const maxLines = 100_000
const dayMilliseconds = 24 * 60 * 60 * 1000

export type UsedInDays = {
  readonly firstDay: string
  readonly lastDay: string
  readonly rows: readonly UsedOf[]
}

export async function usedIn(
  ctx: ReadUsedDependencies,
  { actor, query }: ReadUsedRequest,
): Promise<UsedInDays> {
  const days = daysOf(query)
  const tenant = tenantOf(ctx, actor)
  const rows = await readUsed(tenant, { ...days, rolledUntil: await rollUp(tenant) })
  return { ...days, rows }
}

/** Returns the usage lines of a period; throws 400 when there are too many for one file. */
export async function usedLinesIn(
  ctx: ReadUsedDependencies,
  { actor, query }: ReadUsedRequest,
): Promise<readonly UsedLine[]> {
  const tenant = tenantOf(ctx, actor)
  const filter = { ...daysOf(query), rolledUntil: await rollUp(tenant) }
  const lines = await readUsedLines(tenant, filter, maxLines + 1)
  if (lines.length > maxLines) {
    throw badRequest(`The file would have more than ${maxLines} lines. Choose fewer days.`)
  }
  return lines
}

function daysOf({ start_date, end_date }: UsedQuery) {
  const lastDay = end_date ?? dayOf(Date.now())
  const firstDay = start_date ?? dayOf(Date.parse(lastDay) - (usualDays - 1) * dayMilliseconds)
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / dayMilliseconds + 1
  if (days < 1) throw invalid('start_date', 'The start date must not be after the end date.')
  if (days > maxDays) {
    throw invalid('start_date', `The period must not be longer than ${maxDays} days.`)
  }
  return { firstDay, lastDay }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
