import { type Actor, tenantOf } from '../../../platform/context.ts'
import { assertAdaptersUsable, openLlm } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  loadDocumentText,
  openDocumentIndex,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import {
  getProfileSettings,
  listProfileAdapterIds,
  toHiddenTextSetting,
} from '../profiles/answer-settings.ts'
import { getDocument, getProject } from '../rows/access.ts'
import { loadMaskingRules } from '../rows/masking-rules.ts'
import { getDefaultProfile } from '../rows/project-profiles.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { createStudioCallContext, type StudioCallOptions } from '../rows/studio-calls.ts'
import { ensureIndexed, saveReadMark } from './ensure-indexed.ts'
import { removeSupersededVectors } from './remove-superseded-vectors.ts'
import { summarizeStudioDocument } from './summarize-document.ts'

type IndexDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** Options for recording and cancelling the model calls. */
  readonly callOptions: Omit<StudioCallOptions, 'document' | 'rules'>
}

/**
 * Reads the document with the default profile and, if that chunks documents, indexes it again. Also
 * summarizes it if the project wants summaries.
 */
export async function indexDocument(
  ctx: AnsweringDependencies,
  request: IndexDocumentRequest,
): Promise<void> {
  const project = await getProject(ctx, request)
  await indexText(ctx, request, project)
  if (!project.summarize_context) return
  const document = await getDocument(ctx, request)
  await summarizeStudioDocument(ctx, { actor: request.actor, project, document }).catch(
    rethrowExplained,
  )
}

async function indexText(
  ctx: AnsweringDependencies,
  request: IndexDocumentRequest,
  project: ProjectRow,
): Promise<void> {
  const { actor, projectId } = request
  const tenant = tenantOf(ctx, actor)
  const document = await getDocument(ctx, request)
  const profile = await getDefaultProfile(tenant, projectId)
  await assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile))

  const settings = {
    ...getProfileSettings(profile),
    ...toHiddenTextSetting(project.hidden_text_policy),
  }
  const rules = await loadMaskingRules(tenant, project, document.id)
  const calls = createStudioCallContext(ctx, { ...request.callOptions, document, rules })
  const indexTarget = { document, profile, userId: actor.userId }
  try {
    const { textExtractorId, hiddenText } = settings
    const text = await loadDocumentText(ctx, tenant, {
      document,
      textExtractorId,
      hiddenText,
      calls,
      keepsText: true,
    })
    const llm = await openLlm(ctx, tenant, settings.llmId)
    if (settings.chunkSize === 0 || llm.connection.answer) {
      await saveReadMark(tenant, indexTarget, text.extractorKey)
      await removeSupersededVectors(ctx, tenant, { documentId: document.id, profile })
      return
    }
    const source = { settings, document, scope: document.id, calls, llm, ...text }
    await ensureIndexed(
      ctx,
      tenant,
      indexTarget,
      true,
    )(await openDocumentIndex(ctx, tenant, source))
  } catch (error) {
    rethrowExplained(error)
  }
}
