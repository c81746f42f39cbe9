import { maxPromptLength } from '@recto/contract/prompt-studio/field-proposals'
import { type EnforceType, PromptKey } from '@recto/contract/prompt-studio/prompt-fields'
import { planQuestions, type SchemaQuestion } from '@recto/extraction/plan-questions'
import { readSchema, SchemaError } from '@recto/extraction/read-schema'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type SchemaFieldsRequest = {
  readonly actor: Actor
  readonly projectId: string
  /** The text of a JSON Schema. */
  readonly schema: string
}

type SchemaField = {
  readonly key: string
  readonly prompt: string
  readonly type: EnforceType
}

type SchemaFields = {
  readonly fields: readonly SchemaField[]
  /** Number of fields whose key the project already has. */
  readonly existingCount: number
}

/** Turns a JSON Schema into fields that the project does not have yet. Stores nothing. */
export async function readSchemaFields(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, schema }: SchemaFieldsRequest,
): Promise<SchemaFields> {
  await getProject(ctx, { actor, projectId })
  const schemaFields = planFields(schema)
  const prompts = await listPromptsOfProjects(tenantOf(ctx, actor), [projectId])
  const existingKeys = new Set(prompts.map(({ key }) => key))
  const fields = schemaFields.filter(({ key }) => !existingKeys.has(key))
  return { fields, existingCount: schemaFields.length - fields.length }
}

/** Throws 400 with the place in the schema that does not say what to ask. */
function planFields(schema: string): readonly SchemaField[] {
  try {
    return planQuestions(readSchema(JSON.parse(schema)), { isForModel: true }).map(toField)
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw invalid('schema', `This is not JSON: ${cause.message}.`)
    }
    if (cause instanceof SchemaError) throw invalid('schema', cause.message)
    throw cause
  }
}

function toField({ pointer, question, columns = [] }: SchemaQuestion): SchemaField {
  const headers = columns.map(({ header }) => header).join(', ')
  const prompt = headers ? `${question.prompt}\nEach row has: ${headers}` : question.prompt
  const key = PromptKey.safeParse(question.key)
  if (!key.success) throw invalid('schema', `“${pointer}” cannot be the name of a prompt.`)
  if (prompt.length > maxPromptLength) {
    const detail = `The descriptions at “${pointer}” are longer than ${maxPromptLength} characters.`
    throw invalid('schema', detail, 'max_length')
  }
  return { key: key.data, prompt, type: question.type }
}
