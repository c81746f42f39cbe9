import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { DocumentRow } from '../documents/documents.store.ts'
import { getDocument } from '../documents/get-document.ts'
import { deriveHighlight } from '../engine/derive-highlight.ts'
import { type EngineNeeds, type Item, runStep } from '../engine/engine.ts'
import { rethrowExplained } from '../engine/explain-run-error.ts'
import { runItems } from '../engine/run-items.ts'
import { getProject } from '../projects/get-project.ts'
import type { ProjectRow } from '../projects/projects.store.ts'
import { findPrompt, type PromptRow } from '../prompts/prompts.store.ts'
import { checkSettings, toItem } from './check-run.ts'
import { type Chosen, chooseProfiles } from './choose-profiles.ts'
import { ensureIndexed, markRead } from './index-rows.ts'
import { joinRun } from './join-run.ts'
import { knownValues } from './known-values.ts'
import type { OutputRow } from './outputs.store.ts'
import { adaptersOf } from './reading-of.ts'
import { saveResult } from './save-result.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly promptId: string
  readonly documentId: string
  readonly profileId?: string | undefined
  readonly runId?: string | undefined
}

type Prepared = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly document: DocumentRow
  readonly profiles: Chosen
  readonly item: Item
  readonly known: ReadonlyMap<string, string>
  readonly runId: string
}

/** Runs one prompt and answers when its output is stored. */
export async function runPrompt(ctx: EngineNeeds, input: Input): Promise<OutputRow> {
  const tenant = tenantOf(ctx, input.actor)
  const prepared = await prepare(ctx, tenant, input)
  const { item, document, project, profiles, known } = prepared
  const facts = {
    organization: tenant.organizationId,
    promptId: input.promptId,
    documentId: document.id,
    profileIds: [profiles.extraction.id, profiles.storage.id],
    isHighlighted: project.enable_highlight,
    item,
    known: [...known],
  }
  return joinRun(facts, () => run(ctx, tenant, prepared).catch(rethrowExplained))
}

async function prepare(ctx: EngineNeeds, tenant: Tenant, input: Input): Promise<Prepared> {
  const { actor, projectId, promptId, runId = randomUUID() } = input
  const project = await getProject(ctx, { actor, projectId })
  const prompt = await findPrompt(tenant, promptId)
  if (prompt?.project_id !== projectId) throw notFound('prompt')
  const document = await getDocument(ctx, input)
  const profiles = await chooseProfiles(tenant, {
    projectId,
    requestedId: input.profileId,
    promptProfileId: prompt.profile_id,
  })
  const { extraction, storage } = profiles
  const item = toItem(project, prompt, extraction)
  await assertAdaptersUsable(ctx, actor, adaptersOf(extraction))
  await checkSettings(ctx, tenant, project, document)
  const known = await knownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: storage.id,
    texts: [prompt.prompt],
  })
  return { actor, project, prompt, document, profiles, item, known, runId }
}

async function run(
  ctx: EngineNeeds,
  tenant: Tenant,
  { actor, project, prompt, document, profiles, item, known, runId }: Prepared,
): Promise<OutputRow> {
  const given = { document, profile: profiles.extraction, userId: actor.userId }
  const [result] = await runItems(ctx, tenant, {
    items: [item],
    document,
    known,
    scope: document.id,
    run: { runId, callKeyPrefix: `studio/${randomUUID()}`, step: runStep },
    ensureIndexed: ensureIndexed(tenant, given, profiles.extraction.reindex),
  })
  if (!result) throw new Error('A run without a result.')
  if (!result.passages) await markRead(tenant, given, result.extractorKey)
  return saveResult(tenant, result, {
    prompt,
    type: item.question.type,
    documentId: document.id,
    profileId: profiles.storage.id,
    isSinglePass: false,
    highlight: project.enable_highlight ? deriveHighlight(result.text, result.evidence) : null,
    runId,
    userId: actor.userId,
  })
}
