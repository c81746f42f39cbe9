import type { EndpointLists } from '@recto/contract/workflows/line-tables'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { AppError } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { listLatestOutputs } from '../prompt-studio/prompt-studio.port.ts'
import { findWorkflowTool } from './find-workflow-tool.ts'
import { getEndpoint } from './get-endpoint.ts'
import {
  fieldOf,
  findCommonKind,
  type ListItem,
  listFieldsOf,
  listTypes,
  readList,
} from './read-list.ts'

type ListPrompt = EndpointLists['lists'][number]
type ListField = ListPrompt['fields'][number]

const maxFields = 200
const maxValues = 3
const maxCharacters = 100

/** Finds the list prompts of a workflow, with values of their newest answers in the studio. */
export async function findListPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<ListPrompt[]> {
  const { workflow_id: workflowId } = await getEndpoint(ctx, { actor, id })
  const tool = await findWorkflowTool(ctx, tenantOf(ctx, actor), workflowId)
  if (!tool) return []
  const prompts = tool.metadata.outputs.filter(
    ({ active, type }) => active && listTypes.includes(type),
  )
  const keys = prompts.map(({ name }) => name)
  const { projectId } = tool
  const answers = projectId ? await loadAnswers(ctx, { actor, projectId, keys }) : {}
  return prompts.map(({ name, table_settings: settings }) => ({
    prompt: name,
    fields: describeFields(parseAnswer(answers[name]), settings?.headers ?? []),
  }))
}

type AnswerQuery = {
  readonly actor: Actor
  readonly projectId: string
  readonly keys: readonly string[]
}

/** Loads the newest answers; none of a project that the actor may not see or that was deleted. */
export async function loadAnswers(
  ctx: Pick<Context, 'db'>,
  { actor, ...query }: AnswerQuery,
): Promise<Readonly<Record<string, string | null>>> {
  try {
    return await listLatestOutputs(ctx, actor, query)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return {}
    throw error
  }
}

function parseAnswer(text: string | null | undefined): unknown {
  if (!text) return null
  try {
    return parseExactJson(text)
  } catch {
    return null
  }
}

function describeFields(answer: unknown, promptHeaders: readonly string[]): ListField[] {
  const list = readList(answer) ?? { items: [], headers: [] }
  const names = new Set([...listFieldsOf(list), ...promptHeaders])
  return [...names].slice(0, maxFields).map((name) => describeField(name, list.items))
}

function describeField(name: string, items: readonly ListItem[]): ListField {
  const values = items
    .map((item) => fieldOf(item, name))
    .filter((value) => (value ?? null) !== null)
  return {
    name,
    type: findCommonKind(values) ?? null,
    values: values.slice(0, maxValues).map(toText),
  }
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
