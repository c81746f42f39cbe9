import { randomUUID } from 'node:crypto'
import type { HeldClaim } from '../../../platform/claims/claims.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweredQuestion,
  type AnsweringNeeds,
  answerQuestions,
  type ConfiguredQuestion,
  everyAnswer,
  highlightLines,
  showConfidences,
} from '../../answering/answering.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import { adaptersOf } from '../profiles/answer-settings-of.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { getDocument, missing } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import { checkSettings } from './check-settings.ts'
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

const leftOut = ['table', 'record']

/** All active prompts with the default profile, side by side; stored together. */
export async function runAllPrompts(
  ctx: AnsweringNeeds,
  input: Input,
): Promise<readonly OutputRow[]> {
  const tenant = tenantOf(ctx, input.actor)
  const prepared = await prepare(ctx, tenant, input)
  const { questions, document, profile, project, known } = prepared
  const facts = {
    documentId: document.id,
    profileId: profile.id,
    isHighlighted: project.enable_highlight,
    questions,
    known: [...known],
  }
  return runOnce(ctx, tenant, { facts, answer: (claim) => run(ctx, tenant, prepared, claim) })
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
  prepared: Prepared,
  claim: HeldClaim,
): Promise<(within: Tenant) => Promise<readonly OutputRow[]>> {
  const { actor, questions, document, profile, known, runId } = prepared
  const given = { document, profile, userId: actor.userId }
  const outcomes = await answerQuestions(ctx, tenant, {
    questions,
    document,
    keepsText: true,
    known,
    scope: document.id,
    calls: studioCalls(ctx, { runId, document, claim }),
    ensureIndexed: ensureIndexed(ctx, tenant, given, profile.reindex),
  })
  const answers = everyAnswer(outcomes)
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
  const savings = prompts.map((prompt, place) => {
    const answer = answers[place]
    const type = questions[place]?.type
    if (!answer || !type) throw new Error(`The prompt “${prompt.key}” was not answered.`)
    return {
      answer,
      prompt,
      type,
      documentId: document.id,
      profileId: profile.id,
      isSinglePass: true,
      highlight,
      confidence: confidences[place],
      runId,
      userId: actor.userId,
    }
  })
  return saveAnswers(tenant, savings)
}
