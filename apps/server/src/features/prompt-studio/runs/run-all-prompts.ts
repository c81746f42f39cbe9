import { randomUUID } from 'node:crypto'
import type { HeldClaim } from '../../../platform/claims/claims.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweredQuestion,
  type AnsweringNeeds,
  answerInOnePass,
  type ConfiguredQuestion,
  highlightLines,
  keptAnswers,
  showConfidences,
} from '../../answering/answering.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import { adaptersOf, answerSettingsOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { getDocument, missing } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { checkSettings, settingsForRun, settingsInFacts } from './check-settings.ts'
import { findKnownValues } from './find-known-values.ts'
import { questionOf } from './question-of.ts'
import { runOnce } from './run-once.ts'
import { saveAnswers } from './save-answers.ts'

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
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly known: ReadonlyMap<string, string>
  readonly runId: string
}

type FailedPrompt = { readonly promptId: string; readonly reason: string }

type RunOfAll = {
  readonly rows: readonly OutputRow[]
  /** Known to whoever ran it; who joined the run gets the outputs. */
  readonly failed: readonly FailedPrompt[]
}

const leftOut = ['table', 'record']

/** All active prompts with the default profile, in a single pass; stored together. */
export async function runAllPrompts(ctx: AnsweringNeeds, input: Input): Promise<RunOfAll> {
  const tenant = tenantOf(ctx, input.actor)
  const prepared = await prepare(ctx, tenant, input)
  const { questions, document, profile, project, known } = prepared
  const facts = {
    documentId: document.id,
    profileId: profile.id,
    isHighlighted: project.enable_highlight,
    settings: settingsInFacts(project),
    questions,
    known: [...known],
    customData: project.custom_data,
  }
  const failed: FailedPrompt[] = []
  const rows = await runOnce(ctx, tenant, {
    facts,
    answer: (claim) => run(ctx, tenant, { prepared, failed }, claim),
  })
  return { rows, failed }
}

async function prepare(ctx: AnsweringNeeds, tenant: Tenant, input: Input): Promise<Prepared> {
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
  const questions = prompts.map((prompt) => questionOf(project, prompt, profile))
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
  await checkSettings(ctx, tenant, project, document)
  const known = await findKnownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: profile.id,
    texts: prompts.map(({ prompt }) => prompt),
  })
  return { actor, project, prompts, questions, document, profile, known, runId }
}

async function run(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { prepared, failed }: { readonly prepared: Prepared; readonly failed: FailedPrompt[] },
  claim: HeldClaim,
): Promise<(within: Tenant) => Promise<readonly OutputRow[]>> {
  const { actor, project, questions, document, profile, known, runId } = prepared
  const given = { document, profile, userId: actor.userId }
  const outcomes = await answerInOnePass(ctx, tenant, {
    settings: answerSettingsOf(project, profile),
    questions,
    document,
    keepsText: true,
    known,
    customData: prepared.project.custom_data,
    scope: document.id,
    calls: studioCalls(ctx, { runId, document, claim }),
    ...settingsForRun(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, given, profile.reindex),
  })
  const { answers, failed: reasons } = keptAnswers({ log: ctx.log }, outcomes)
  for (const { key, reason } of reasons) {
    const prompt = prepared.prompts.find((one) => one.key === key)
    if (prompt) failed.push({ promptId: prompt.id, reason })
  }
  return async (within) => {
    const read = answers[0]?.document
    if (read && !read.passages) await markRead(within, given, read.extractorKey)
    return saveAll(within, prepared, answers)
  }
}

/** The contract puts the highlights and confidences of all prompts into every row of such a run. */
async function saveAll(
  tenant: Tenant,
  { actor, project, prompts, questions, document, profile, runId }: Prepared,
  answers: readonly AnsweredQuestion[],
): Promise<readonly OutputRow[]> {
  const highlights = answers.map(({ key, document, evidence }) => [
    key,
    highlightLines(document.text, evidence),
  ])
  const highlight = project.enable_highlight ? Object.fromEntries(highlights) : null
  const confidences = showConfidences(answers, { isHighlighted: project.enable_highlight })
  // What could not be answered leaves the outputs of the others, and its own as it was.
  const savings = prompts.flatMap((prompt, at) => {
    const place = answers.findIndex(({ key }) => key === prompt.key)
    const answer = answers[place]
    const type = questions[at]?.type
    if (!answer || !type) return []
    const confidence = confidences[place]
    const ids = { documentId: document.id, profileId: profile.id, runId, userId: actor.userId }
    return [{ answer, prompt, type, ...ids, isSinglePass: true, highlight, confidence }]
  })
  return saveAnswers(tenant, savings)
}
