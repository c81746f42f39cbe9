import { createHash, randomUUID } from 'node:crypto'
import { onceFor } from '../../../platform/claims/once-for.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import { storableText } from '../../../platform/db/storable.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { type AnsweringNeeds, readText, summariseText } from '../../answering/answering.port.ts'
import { adaptersOf, hiddenTextOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { maskingRules } from '../rows/masking-rules.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { findSummary, saveSummary } from '../rows/summaries.store.ts'
import { summarizerOf } from '../rows/summarizer-of.ts'

type Input = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly document: DocumentRow
}

/**
 * Summarises a document with the project's profile for that. A summary of the same text for the same
 * prompt, keys and model is not made again; whoever needs it while it is made waits for it.
 */
export async function summariseDocument(
  ctx: AnsweringNeeds,
  { actor, project, document }: Input,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const profile = summarizerOf(await listProfilesOfProjects(tenant, [project.id]))
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
  const prompts = await listPromptsOfProjects(tenant, [project.id])
  const keys = prompts
    .filter(({ prompt_type, active }) => prompt_type === 'PROMPT' && active)
    .map(({ key }) => key)
  const { summarize_prompt: prompt } = project
  const { llm_id: llmId, text_extractor_id: textExtractorId } = profile
  const rules = await maskingRules(tenant, project, document.id)
  const { hiddenText } = hiddenTextOf(project.hidden_text_policy)
  const facts = [document.hash, profile.id, llmId, textExtractorId, prompt, keys]
  // A summary of before there was that stays one.
  if (hiddenText) facts.push(hiddenText)
  const id = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)
  const of = { documentId: document.id, profileId: profile.id }
  const isMade = async () => (await findSummary(tenant, of))?.id === id
  if (await isMade()) return

  const key = `summary/${tenant.organizationId}/${document.id}/${id}`
  await onceFor({ claims: ctx.claims, db: tenant.db }, key, async (claim) => {
    // Another may have ended while this one asked.
    if (await isMade()) return async () => null
    const calls = studioCalls(ctx, { runId: randomUUID(), document, rules, claim })
    const read = await readText(ctx, tenant, {
      ...{ document, textExtractorId, hiddenText, calls, isKept: true },
    })
    const text = await summariseText(ctx, tenant, read, { llmId, prompt, keys, calls })
    return async (db) => {
      const made = { ...of, id, text: storableText(text), userId: actor.userId }
      await saveSummary({ ...tenant, db }, made)
      return null
    }
  })
}
