import type { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import { type CallPreview, maxPreviewedBody } from '@recto/contract/workflows/call-previews'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { AppError, badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { buildCallBodies } from './call-body.ts'
import { parseHttpDestination } from './endpoint-settings.ts'
import { loadAnswers } from './find-list-prompts.ts'
import { findWorkflowTool } from './find-workflow-tool.ts'
import { getEndpoint } from './get-endpoint.ts'
import { parseSettings } from './update-endpoint.ts'

type PreviewRequest = {
  readonly actor: Actor
  readonly id: string
  /** Settings that need not be saved. */
  readonly configuration: Readonly<Record<string, unknown>>
}

const sampleFile = { name: 'document.pdf', path: 'folder/document.pdf', hash: '0'.repeat(64) }
const sampleExecutionId = '00000000-0000-4000-8000-000000000000'

/** Shows what an HTTP endpoint would get, with the newest answers of the studio. Nothing is sent. */
export async function previewCall(
  ctx: Pick<Context, 'db'>,
  { actor, id, configuration }: PreviewRequest,
): Promise<CallPreview> {
  const endpoint = await getEndpoint(ctx, { actor, id })
  if (endpoint.connection_type !== 'HTTP') {
    throw badRequest('Only calls of an HTTP endpoint have a preview.')
  }
  const settings = parseHttpDestination(parseSettings(endpoint, configuration))
  const { output, hasAnswers } = await loadOutput(ctx, actor, endpoint.workflow_id)
  const preview = { has_answers: hasAnswers, body: null, call_count: 0, problem: null }
  try {
    const bodies = buildCallBodies({
      settings,
      result: { output },
      file: sampleFile,
      executionId: sampleExecutionId,
    })
    const body = bodies[0]?.body ?? null
    return { ...preview, body: body && shorten(body), call_count: bodies.length }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Without answers, nothing says that the prompt does not return a list.
    return { ...preview, problem: hasAnswers ? error.message : null }
  }
}

async function loadOutput(ctx: Pick<Context, 'db'>, actor: Actor, workflowId: string) {
  const tool = await findWorkflowTool(ctx, tenantOf(ctx, actor), workflowId)
  const outputs = (tool?.metadata.outputs ?? []).filter(({ active }) => active)
  const keys = outputs.map(({ name }) => name)
  const projectId = tool?.projectId
  const answers = projectId ? await loadAnswers(ctx, { actor, projectId, keys }) : {}
  const entries = outputs.map(({ name, type }) => [name, toValue(answers[name], type)] as const)
  const output = Object.fromEntries(entries)
  return { output, hasAnswers: entries.some(([, value]) => value !== null) }
}

const textTypes: readonly string[] = ['text', 'email', 'date'] satisfies EnforceType[]

/** Gives a stored answer the type that it has in a result. Answers are stored as texts. */
function toValue(text: string | null | undefined, type: string): unknown {
  if (text === null || text === undefined) return null
  if (textTypes.includes(type)) return text
  if (type === 'boolean') return text === 'True'
  try {
    return parseExactJson(text)
  } catch {
    return text
  }
}

const shorten = (body: string): string =>
  body.length > maxPreviewedBody ? `${body.slice(0, maxPreviewedBody)}…` : body
