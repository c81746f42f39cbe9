import type { Check } from '@recto/contract/checks'
import { readCheck } from '@recto/extraction/read-check'
import { invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

/**
 * Throws where a check that is new cannot be understood, with what is wrong and where. Clients send rows back whole, so one
 * that was saved before stays, whatever has become of the prompts that it speaks of.
 */
export async function assertChecks(
  tenant: Tenant,
  { id, checks: before }: Pick<ProjectRow, 'id' | 'checks'>,
  checks: readonly Check[] = [],
): Promise<void> {
  const known = new Set(before.map(({ expression }) => expression))
  if (checks.every(({ expression }) => known.has(expression))) return
  const prompts = await listPromptsOfProjects(tenant, [id])
  const shapes = new Map(prompts.filter(isAsked).map((one) => [one.key, shapeOfPrompt(one)]))
  checks.forEach(({ name, expression }, place) => {
    if (known.has(expression)) return
    const read = readCheck(expression, shapes)
    if (read.isRead) return
    const { message, at } = read.problem
    const where = at === undefined ? '' : ` (at character ${at + 1})`
    throw invalid(`checks.${place}.expression`, `Check “${name}”: ${message}${where}`)
  })
}

const isAsked = ({ prompt_type }: PromptRow) => prompt_type === 'PROMPT'

const lists = ['table', 'record', 'line-item']

/** Whether JSON is a list is known once it is there. */
function shapeOfPrompt({ enforce_type }: PromptRow): 'list' | 'any' | 'value' {
  if (lists.includes(enforce_type)) return 'list'
  return enforce_type === 'json' ? 'any' : 'value'
}
