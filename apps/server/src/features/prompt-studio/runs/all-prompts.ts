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
  type QuestionOutcome,
  rethrowExplained,
  showConfidences,
} from '../../answering/answering.port.ts'
import { ensureIndexed, markRead } from '../indexing/ensure-indexed.ts'
import { adaptersOf, answerSettingsOf } from '../profiles/answer-settings-of.ts'
import type { FailedPart } from '../queue/outcome-of-run.ts'
import { askedWith } from '../rows/asked-with.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { getDocument, missing } from '../rows/get-document.ts'
import { getProject } from '../rows/get-project.ts'
import { maskingRules } from '../rows/masking-rules.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { studioCalls } from '../rows/studio-calls.ts'
import type { RunHold } from './answer-prompts.ts'
import { checkSettings, settingsForRun, settingsInFacts } from './check-settings.ts'
import { findKnownValues } from './find-known-values.ts'
import { digestOf } from './prepare-runs.ts'
import { questionOf } from './question-of.ts'
import { keepFailed, saveAnswers } from './save-answers.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/** All active prompts of a project with its default profile, found and allowed. */
export type PreparedPass = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompts: readonly PromptRow[]
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly known: ReadonlyMap<string, string>
}

const leftOut = ['table', 'record']
const advice = '. Index it through Manage Documents'

export async function prepareAll(ctx: AnsweringNeeds, input: Input): Promise<PreparedPass> {
  const { actor, projectId } = input
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const document = await getDocument(ctx, input)
  const profile = await getDefaultProfile(tenant, projectId)
  const all = await listPromptsOfProjects(tenant, [projectId])
  const prompts = all.filter(
    ({ active, prompt_type, enforce_type }) =>
      active && prompt_type === 'PROMPT' && !leftOut.includes(enforce_type),
  )
  if (prompts.length === 0) throw missing('The project has no prompt that can be run.')
  const rules = await maskingRules(tenant, project, document.id)
  const questions = prompts.map((prompt) => questionOf(project, prompt, { profile, rules }))
  await assertAdaptersUsable(ctx, actor, adaptersOf(profile))
  await checkSettings(ctx, tenant, { project, document, advice })
  const known = await findKnownValues(tenant, {
    projectId,
    documentId: document.id,
    profileId: profile.id,
    texts: prompts.map(({ prompt }) => prompt),
  })
  return { actor, project, prompts, questions, document, profile, known }
}

/** Of all that would make it another run. */
export const digestOfAll = ({ document, profile, project, questions, known }: PreparedPass) =>
  digestOf({
    document: document.hash,
    profileId: profile.id,
    isHighlighted: project.enable_highlight,
    settings: settingsInFacts(project),
    questions,
    known: [...known],
    customData: project.custom_data,
  })

type AnsweredPass = {
  /** Stores all that was answered. Call it in a transaction. */
  readonly save: (within: Tenant) => Promise<readonly OutputRow[]>
  readonly failed: readonly FailedPart[]
}

/** Answers them in a single pass. */
export async function answerAll(
  ctx: AnsweringNeeds,
  prepared: PreparedPass,
  hold: RunHold,
): Promise<AnsweredPass> {
  const { actor, project, prompts, questions, document, profile, known } = prepared
  const tenant = tenantOf(ctx, actor)
  const given = { document, profile, userId: actor.userId }
  const rules = questions[0]?.settings.masking
  const outcomes = await answerInOnePass(ctx, tenant, {
    settings: { ...answerSettingsOf(project, profile), ...(rules && { masking: rules }) },
    questions,
    document,
    keepsText: true,
    known,
    customData: project.custom_data,
    scope: document.id,
    calls: studioCalls(ctx, { ...hold, document, rules }),
    ...settingsForRun(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, given, profile.reindex),
  })
  const { answers, failed: reasons } = keptAnswers({ log: ctx.log }, outcomes)
  const failed = reasons.flatMap(({ key, reason }) => {
    const prompt = prompts.find((one) => one.key === key)
    return prompt ? [{ promptId: prompt.id, reason }] : []
  })
  const save = async (within: Tenant) => {
    const read = answers[0]?.document
    if (read && !read.passages) await markRead(within, given, read.extractorKey)
    const { runId } = hold
    const places = new Map(outcomes.flatMap(placeOf))
    const answered = { answers, places, runId }
    const rows = await saveAll(within, prepared, answered).catch(rethrowExplained)
    const ids = { documentId: document.id, profileId: profile.id, runId }
    const lost = outcomes.flatMap(({ isDone, together }, place) =>
      isDone || !together ? [] : [{ ...ids, ...together, place }],
    )
    await keepFailed(within, lost)
    return rows
  }
  return { save, failed }
}

/** Among the prompts of the run, of one that was asked in one call with others. */
const placeOf = ({ key, together }: QuestionOutcome, place: number) =>
  together ? [[key, place] as const] : []

type Answered = {
  readonly answers: readonly AnsweredQuestion[]
  readonly places: ReadonlyMap<string, number>
  readonly runId: string
}

/** The contract puts the highlights and confidences of all prompts into every row of such a run. */
async function saveAll(
  tenant: Tenant,
  { actor, project, prompts, questions, document, profile }: PreparedPass,
  { answers, places, runId }: Answered,
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
    const asked = askedWith({ project, prompt, profile, documentHash: document.hash })
    const asOf = { isSinglePass: true, place: places.get(prompt.key) }
    const ids = { documentId: document.id, profileId: profile.id, runId, userId: actor.userId }
    return [{ answer, prompt, type, ...ids, ...asOf, highlight, confidence, asked }]
  })
  return saveAnswers(tenant, savings)
}
