import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findUsableTables } from '../../lookups/lookups.port.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type NewMatchTo = {
  readonly actor: Actor
  readonly projectId: string
  /** The type of the prompt. */
  readonly type: string
  readonly matchTo: MatchTo | null | undefined
  /** The setting of the saved prompt. Clients send whole prompts back, so what is already saved is accepted. */
  readonly current?: MatchTo | null
}

/** Types of prompts whose values have rows. */
const listTypes: readonly string[] = ['table', 'record', 'line-item', 'json']

/** Types of columns that are shown and not compared. */
const uncomparedTypes: readonly string[] = ['text', 'number', 'date']

/** Throws unless the actor may use the table, and it has the columns, and the project the other prompts. */
export async function assertMatchTo(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, type: promptType, matchTo, current = null }: NewMatchTo,
): Promise<void> {
  if (!matchTo || (current && isSame(matchTo, current))) return
  const table = (await findUsableTables(ctx, actor)).get(matchTo.table)
  if (!table) {
    const detail = `There is no lookup table “${matchTo.table}”, or you may not use it.`
    throw invalid('match_to.table', detail, 'does_not_exist')
  }
  assertListColumns(matchTo, promptType)
  const prompts = await listPromptsOfProjects(tenantOf(ctx, actor), [projectId])
  const typeOf = (name: string) => table.columns.find((column) => column.name === name)?.type
  matchTo.compare.forEach(({ column, field }, index) => {
    const type = typeOf(column)
    if (type === undefined) throw noColumn(`match_to.compare.${index}.column`, column)
    if (uncomparedTypes.includes(type)) {
      const detail = `The column “${column}” has the type ${type}, which is not compared.`
      throw invalid(`match_to.compare.${index}.column`, detail)
    }
    if (field !== null && !prompts.some(({ key }) => key === field)) {
      const detail = `The project has no prompt “${field}”.`
      throw invalid(`match_to.compare.${index}.field`, detail, 'does_not_exist')
    }
  })
  matchTo.add.forEach((column, index) => {
    if (typeOf(column) === undefined) throw noColumn(`match_to.add.${index}`, column)
  })
}

function assertListColumns({ compare }: MatchTo, promptType: string): void {
  compare.forEach(({ field, list_column: listColumn }, index) => {
    if (listColumn === undefined) return
    const name = `match_to.compare.${index}.list_column`
    if (field !== null) {
      throw invalid(
        name,
        'A column is compared with a column of the list or with another prompt, not with both.',
      )
    }
    if (!listTypes.includes(promptType)) {
      throw invalid(name, `The value of a prompt of the type ${promptType} has no rows.`)
    }
  })
}

const noColumn = (attr: string, column: string) =>
  invalid(attr, `The table has no column “${column}”.`, 'does_not_exist')

/** The database keeps another order of names than a request has. */
const isSame = (a: MatchTo, b: MatchTo): boolean =>
  a.table === b.table &&
  a.add.join('\n') === b.add.join('\n') &&
  JSON.stringify(a.compare.map(toList)) === JSON.stringify(b.compare.map(toList))

const toList = ({ column, field, list_column: listColumn }: MatchTo['compare'][number]) => [
  column,
  field,
  listColumn,
]
