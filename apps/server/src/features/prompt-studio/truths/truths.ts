import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { noteApproved } from '../layouts/note-approved.ts'
import { findDocument } from '../rows/documents.store.ts'
import { getProject } from '../rows/get-project.ts'
import { findPrompt } from '../rows/prompts.store.ts'
import { deleteTruthRow, listTruthRows, saveTruthRow, type TruthRow } from '../rows/truths.store.ts'

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
  const hash = await hashOf(ctx, of)
  const { userId } = of.actor
  const said = { prompt_id: of.promptId, document_hash: hash, value, created_by: userId }
  const tenant = tenantOf(ctx, of.actor)
  const row = await saveTruthRow(tenant, {
    ...{ ...said, source: 'studio' as const, evidence: null, machine_value: null },
  })
  await noteApproved(ctx, tenant, { projectId: of.projectId, documentHash: hash })
  return { ...row, document_id: of.documentId }
}

export async function deleteTruth(ctx: Pick<Context, 'db' | 'jobs'>, of: Of): Promise<void> {
  const hash = await hashOf(ctx, of)
  const truth = { prompt_id: of.promptId, document_hash: hash }
  const tenant = tenantOf(ctx, of.actor)
  await deleteTruthRow(tenant, truth)
  await noteApproved(ctx, tenant, { projectId: of.projectId, documentHash: hash })
}

/** Of a prompt and a document that are both of the project. */
async function hashOf(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, promptId, documentId }: Of,
): Promise<string> {
  await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const prompt = await findPrompt(tenant, promptId)
  if (prompt?.project_id !== projectId || prompt.prompt_type !== 'PROMPT') {
    throw invalid('promptId', 'The project has no such prompt.', 'does_not_exist')
  }
  const document = await findDocument(tenant, { projectId, documentId })
  if (!document) throw invalid('documentId', 'The project has no such document.', 'does_not_exist')
  return document.hash
}
