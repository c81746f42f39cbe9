import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { enqueueLayoutCompilation } from '../layouts/enqueue-layout-compilation.ts'
import { getProject } from '../rows/access.ts'
import { findDocument } from '../rows/documents.store.ts'
import {
  deleteExpectedValueRow,
  type ExpectedValueRow,
  listExpectedValueRows,
  saveExpectedValueRow,
} from '../rows/expected-values.store.ts'
import { deleteJudgedValue } from '../rows/judged-values.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { findPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { judgeOutput } from './judge-output.ts'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }
type ExpectedValueRequest = ProjectRequest & {
  readonly promptId: string
  readonly documentId: string
}

export async function listExpectedValues(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<readonly ExpectedValueRow[]> {
  await getProject(ctx, { actor, projectId })
  return listExpectedValueRows(tenantOf(ctx, actor), projectId)
}

/** The value holds for the content of the document, wherever the project has that content. */
export async function saveExpectedValue(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { value, ...request }: ExpectedValueRequest & { readonly value: string | null },
): Promise<ExpectedValueRow> {
  const { project, prompt, hash } = await findTarget(ctx, request)
  const { userId } = request.actor
  const newValue = { prompt_id: request.promptId, document_hash: hash, value, created_by: userId }
  return inTransaction(tenantOf(ctx, request.actor), async (tenant) => {
    const row = await saveExpectedValueRow(tenant, {
      ...newValue,
      source: 'studio' as const,
      evidence: null,
      machine_value: null,
    })
    await judgeOutput(tenant, {
      project,
      prompt,
      documentId: request.documentId,
      hash,
      expectedValue: value,
    })
    await enqueueLayoutCompilation(ctx, tenant, {
      projectId: request.projectId,
      documentHash: hash,
    })
    return { ...row, document_id: request.documentId }
  })
}

export async function deleteExpectedValue(
  ctx: Pick<Context, 'db' | 'jobs'>,
  request: ExpectedValueRequest,
): Promise<void> {
  const { hash } = await findTarget(ctx, request)
  const { projectId, promptId } = request
  await inTransaction(tenantOf(ctx, request.actor), async (tenant) => {
    await deleteExpectedValueRow(tenant, { prompt_id: promptId, document_hash: hash })
    await deleteJudgedValue(tenant, { projectId, promptId, documentHash: hash })
    await enqueueLayoutCompilation(ctx, tenant, { projectId, documentHash: hash })
  })
}

type ExpectedValueTarget = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  /** The content hash of the document. */
  readonly hash: string
}

/** Finds the prompt and the document. Throws unless both belong to the project. */
async function findTarget(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, promptId, documentId }: ExpectedValueRequest,
): Promise<ExpectedValueTarget> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const prompt = await findPrompt(tenant, promptId)
  if (prompt?.project_id !== projectId || prompt.prompt_type !== 'PROMPT') {
    throw invalid('promptId', 'The project has no such prompt.', 'does_not_exist')
  }
  const document = await findDocument(tenant, { projectId, documentId })
  if (!document) throw invalid('documentId', 'The project has no such document.', 'does_not_exist')
  return { project, prompt, hash: document.hash }
}
