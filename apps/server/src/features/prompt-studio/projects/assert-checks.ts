import type { Check } from '@recto/contract/prompt-studio/checks'
import { readCheck } from '@recto/extraction/read-check'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findColumnsOfTables } from '../../lookups/lookups.port.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

/**
 * Throws if a new check cannot be parsed, with the problem and its position. Clients send whole
 * rows back, so a check that is already saved is accepted, even if its prompts have changed.
 */
export async function assertChecks(
  tenant: Tenant,
  { id, checks: currentChecks }: Pick<ProjectRow, 'id' | 'checks'>,
  checks: readonly Check[] = [],
): Promise<void> {
  const currentExpressions = new Set(currentChecks.map(({ expression }) => expression))
  if (checks.every(({ expression }) => currentExpressions.has(expression))) return
  const prompts = await listPromptsOfProjects(tenant, [id])
  const shapesByKey = new Map(
    prompts.filter(isPrompt).map((prompt) => [prompt.key, getValueShape(prompt)]),
  )
  const columnsByKey = await findColumnsByKey(tenant, prompts)
  checks.forEach(({ name, expression }, index) => {
    if (currentExpressions.has(expression)) return
    const result = readCheck(expression, shapesByKey, columnsByKey)
    if (result.isRead) return
    const { message, at: offset } = result.problem
    const position = offset === undefined ? '' : ` (at character ${offset + 1})`
    throw invalid(`checks.${index}.expression`, `Check “${name}”: ${message}${position}`)
  })
}

/** Finds the columns of the tables that prompts are matched to, by the keys of the prompts. */
async function findColumnsByKey(tenant: Tenant, prompts: readonly PromptRow[]) {
  const matchedPrompts = prompts
    .filter(isPrompt)
    .map(({ key, match_to: matchTo }) => (matchTo ? { key, table: matchTo.table } : undefined))
    .filter((prompt) => prompt !== undefined)
  const columns = await findColumnsOfTables(tenant, [
    ...new Set(matchedPrompts.map(({ table }) => table)),
  ])
  return new Map(matchedPrompts.map(({ key, table }) => [key, columns.get(table)] as const))
}

const isPrompt = ({ prompt_type }: PromptRow) => prompt_type === 'PROMPT'

const listTypes = ['table', 'record', 'line-item']

/** Whether a JSON value is a list is only known at run time. */
function getValueShape({ enforce_type }: PromptRow): 'list' | 'any' | 'value' {
  if (listTypes.includes(enforce_type)) return 'list'
  return enforce_type === 'json' ? 'any' : 'value'
}
