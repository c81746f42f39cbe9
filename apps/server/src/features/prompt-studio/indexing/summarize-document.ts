import { createHash, randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import { singleFlightWithin } from '../../../platform/work/single-flight/claims.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  loadDocumentText,
  summarizeDocument,
} from '../../answering/answering.port.ts'
import { listProfileAdapterIds, toHiddenTextSetting } from '../profiles/answer-settings.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { loadMaskingRules } from '../rows/masking-rules.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import { findSummarizerProfile } from '../rows/project-profiles.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { createStudioCallContext } from '../rows/studio-calls.ts'
import { findSummary, saveSummary } from '../rows/summaries.store.ts'

type SummarizeRequest = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly document: DocumentRow
}

/**
 * Summarizes a document with the project's summarizer profile. A summary of the same text for the
 * same prompt, keys and model is reused; concurrent callers wait for the same work.
 */
export async function summarizeStudioDocument(
  ctx: AnsweringDependencies,
  { actor, project, document }: SummarizeRequest,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const profile = findSummarizerProfile(await listProfilesOfProjects(tenant, [project.id]))
  await assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile))
  const prompts = await listPromptsOfProjects(tenant, [project.id])
  const keys = prompts
    .filter(({ prompt_type, active }) => prompt_type === 'PROMPT' && active)
    .map(({ key }) => key)
  const { summarize_prompt: prompt } = project
  const { llm_id: llmId, text_extractor_id: textExtractorId } = profile
  const rules = await loadMaskingRules(tenant, project, document.id)
  const { hiddenText } = toHiddenTextSetting(project.hidden_text_policy)
  const facts = [document.hash, profile.id, llmId, textExtractorId, prompt, keys]
  // Added only if set, so that earlier summaries keep their ids.
  if (hiddenText) facts.push(hiddenText)
  const id = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)
  const summaryKey = { documentId: document.id, profileId: profile.id }
  const isSummarized = async () => (await findSummary(tenant, summaryKey))?.id === id
  if (await isSummarized()) return

  const flightKey = `summary/${tenant.organizationId}/${document.id}/${id}`
  await singleFlightWithin({ claims: ctx.claims, db: tenant.db }, flightKey, async (claim) => {
    // Another process may have finished in the meantime.
    if (await isSummarized()) return async () => null
    const calls = createStudioCallContext(ctx, { runId: randomUUID(), document, rules, claim })
    const documentText = await loadDocumentText(ctx, tenant, {
      document,
      textExtractorId,
      hiddenText,
      calls,
      keepsText: true,
    })
    const text = await summarizeDocument(ctx, tenant, documentText, { llmId, prompt, keys, calls })
    return async (db) => {
      const summary = { ...summaryKey, id, text: toStorableText(text), userId: actor.userId }
      await saveSummary({ ...tenant, db }, summary)
      return null
    }
  })
}
