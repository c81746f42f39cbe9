import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { noteApproved } from '../layouts/note-approved.ts'
import { findDocument } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { deleteJudgedValue } from '../rows/judged-values.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { findPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { deleteTruthRow, listTruthRows, saveTruthRow, type TruthRow } from '../rows/truths.store.ts'
import { judgeOutput } from './judge-output.ts'

type OfProject = { readonly actor: Actor; readonly projectId: string }
type Of = OfProject & { readonly promptId: string; readonly documentId: string }

export async function listTruths(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OfProject,
): Promise<readonly TruthRow[]> {
  await getProject(ctx, { actor, projectId })
  return listTruthRows(tenantOf(ctx, actor), projectId)
}

/** It holds for the content of the document, wherever the project has that again. */
export async function saveTruth(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { value, ...of }: Of & { readonly value: string | null },
): Promise<TruthRow> {
  const { project, prompt, hash } = await named(ctx, of)
  const { userId } = of.actor
  const said = { prompt_id: of.promptId, document_hash: hash, value, created_by: userId }
  return inTransaction(tenantOf(ctx, of.actor), async (tenant) => {
    const row = await saveTruthRow(tenant, {
      ...{ ...said, source: 'studio' as const, evidence: null, machine_value: null },
    })
    await judgeOutput(tenant, { project, prompt, documentId: of.documentId, hash, truth: value })
    await noteApproved(ctx, tenant, { projectId: of.projectId, documentHash: hash })
    return { ...row, document_id: of.documentId }
  })
}

export async function deleteTruth(ctx: Pick<Context, 'db' | 'jobs'>, of: Of): Promise<void> {
  const { hash } = await named(ctx, of)
  const { projectId, promptId } = of
  await inTransaction(tenantOf(ctx, of.actor), async (tenant) => {
    await deleteTruthRow(tenant, { prompt_id: promptId, document_hash: hash })
    await deleteJudgedValue(tenant, { projectId, promptId, documentHash: hash })
    await noteApproved(ctx, tenant, { projectId, documentHash: hash })
  })
}

type Named = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  /** Of the document. */
  readonly hash: string
}

/** A prompt and a document that are both of the project. */
async function named(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, promptId, documentId }: Of,
): Promise<Named> {
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
