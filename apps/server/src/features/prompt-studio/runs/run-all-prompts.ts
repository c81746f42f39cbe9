import { randomUUID } from 'node:crypto'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { DocumentRow } from '../documents/documents.store.ts'
import { getDocument, missing } from '../documents/get-document.ts'
import { deriveHighlight } from '../engine/derive-highlight.ts'
import { type EngineNeeds, type Item, runStep } from '../engine/engine.ts'
import { rethrowExplained } from '../engine/explain-run-error.ts'
import { type Result, runItems } from '../engine/run-items.ts'
import type { ProfileRow } from '../profiles/profiles.store.ts'
import { getProject } from '../projects/get-project.ts'
import type { ProjectRow } from '../projects/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../prompts/prompts.store.ts'
import { checkSettings, toItem } from './check-run.ts'
import { getDefaultProfile } from './get-default-profile.ts'
import { ensureIndexed, markRead } from './index-rows.ts'
import { joinRun } from './join-run.ts'
import { knownValues } from './known-values.ts'
import type { OutputRow } from './outputs.store.ts'
import { adaptersOf } from './reading-of.ts'
import { saveResult } from './save-result.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly runId?: string | undefined
}

type Prepared = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompts: readonly PromptRow[]
  readonly items: readonly Item[]
  readonly document: DocumentRow
  readonly profile: ProfileRow
  readonly known: ReadonlyMap<string, string>
  readonly runId: string
}

const leftOut = ['table', 'record']

/** All active prompts with the default profile, one after the other; stored together. */
export async function runAllPrompts(ctx: EngineNeeds, input: Input): Promise<readonly OutputRow[]> {
  const tenant = tenantOf(ctx, input.actor)
  const prepared = await prepare(ctx, tenant, input)
  const { items, document, profile, project, known } = prepared
  const facts = {
    organization: tenant.organizationId,
    documentId: document.id,
    profileId: profile.id,
    isHighlighted: project.enable_highlight,
    items,
    known: [...known],
  }
  return joinRun(facts, () => run(ctx, tenant, prepared).catch(rethrowExplained))
}

async function prepare(ctx: EngineNeeds, tenant: Tenant, input: Input): Promise<Prepared> {
  const { actor, projectId, runId = randomUUID() } = input
  const project = await getProject(ctx, { actor, projectId })
  const document = await getDocument(ctx, input)
  const profile = await getDefaultProfile(tenant, projectId)
  const all = await listPromptsOfProjects(tenant, [projectId])
  const prompts = all.filter(
    ({ active, prompt_type, enforce_type }) =>
      active && prompt_type === 'PROMPT' && !leftOut.includes(enforce_type),
  )
  if (prompts.length === 0) throw missing('The project has no prompt that can be run.')
  const items = prompts.map((prompt) => toItem(project, prompt, profile))
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
  await checkSettings(ctx, tenant, project, document)
  const known = await knownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: profile.id,
    texts: prompts.map(({ prompt }) => prompt),
  })
  return { actor, project, prompts, items, document, profile, known, runId }
}

async function run(
  ctx: EngineNeeds,
  tenant: Tenant,
  prepared: Prepared,
): Promise<readonly OutputRow[]> {
  const { actor, items, document, profile, known, runId } = prepared
  const given = { document, profile, userId: actor.userId }
  const results = await runItems(ctx, tenant, {
    items,
    document,
    known,
    scope: document.id,
    run: { runId, callKeyPrefix: `studio/${randomUUID()}`, step: runStep },
    ensureIndexed: ensureIndexed(tenant, given, profile.reindex),
  })
  return inTransaction(tenant, async (within) => {
    const [first] = results
    if (first && !first.passages) await markRead(within, given, first.extractorKey)
    return saveAll(within, prepared, results)
  })
}

/** The contract puts the highlights of all prompts into every row of such a run. */
async function saveAll(
  tenant: Tenant,
  { actor, project, prompts, items, document, profile, runId }: Prepared,
  results: readonly Result[],
): Promise<readonly OutputRow[]> {
  const highlight = project.enable_highlight
    ? Object.fromEntries(
        results.map(({ key, text, evidence }) => [key, deriveHighlight(text, evidence)]),
      )
    : null
  const rows: OutputRow[] = []
  for (const [i, prompt] of prompts.entries()) {
    const result = results[i]
    const type = items[i]?.question.type
    if (!result || !type) throw new Error(`The prompt “${prompt.key}” was not answered.`)
    const row = await saveResult(tenant, result, {
      prompt,
      type,
      documentId: document.id,
      profileId: profile.id,
      isSinglePass: true,
      highlight,
      runId,
      userId: actor.userId,
    })
    rows.push(row)
  }
  return rows
}
