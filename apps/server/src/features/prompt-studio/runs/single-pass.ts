import { omitUndefined } from '@recto/omit-undefined'
import { notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import {
  type AnsweredQuestion,
  type AnsweringDependencies,
  answerDocumentInOnePass,
  type ConfiguredQuestion,
  collectAnswers,
  highlightLines,
  presentSinglePassConfidences,
  type QuestionOutcome,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { ensureIndexed, saveReadMark } from '../indexing/ensure-indexed.ts'
import { buildAnswerSettings, listProfileAdapterIds } from '../profiles/answer-settings.ts'
import type { PromptFailure } from '../queue/run-outcome.ts'
import { getDocument, getProject } from '../rows/access.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { createInputFingerprint } from '../rows/input-fingerprint.ts'
import { loadMaskingRules } from '../rows/masking-rules.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { getDefaultProfile } from '../rows/project-profiles.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { createStudioCallContext } from '../rows/studio-calls.ts'
import type { RunCallOptions } from './answer-prompts.ts'
import { buildQuestion, describeEmptyPrompt, isEmptyPrompt } from './build-question.ts'
import { findReferencedOutputs } from './find-referenced-outputs.ts'
import { hashFacts } from './prepare-runs.ts'
import { assertRunSettings, getRunSettings, listHashedSettings } from './run-settings.ts'
import { recordFailedQuestions, saveAnswers } from './save-answers.ts'

type SinglePassRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/** All active prompts of a project with its default profile, validated and authorized. */
export type PreparedSinglePass = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly prompts: readonly PromptRow[]
  /** Prompts without a text, which fail while the others are answered. */
  readonly emptyPrompts: readonly PromptRow[]
  readonly questions: readonly ConfiguredQuestion[]
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly referencedOutputs: ReadonlyMap<string, string>
}

const excludedTypes = ['table', 'record']
const indexAdvice = '. Index it through Manage Documents'

export async function prepareSinglePass(
  ctx: AnsweringDependencies,
  request: SinglePassRequest,
): Promise<PreparedSinglePass> {
  const { actor, projectId } = request
  const tenant = tenantOf(ctx, actor)
  const project = await getProject(ctx, { actor, projectId })
  const document = await getDocument(ctx, request)
  const profile = await getDefaultProfile(tenant, projectId)
  const allPrompts = await listPromptsOfProjects(tenant, [projectId])
  const activePrompts = allPrompts.filter(
    ({ active, prompt_type, enforce_type }) =>
      active && prompt_type === 'PROMPT' && !excludedTypes.includes(enforce_type),
  )
  if (activePrompts.length === 0)
    throw notFoundWithText('The project has no prompt that can be run.')
  const emptyPrompts = activePrompts.filter(isEmptyPrompt)
  // If all are empty, the first of them says so.
  const prompts =
    emptyPrompts.length < activePrompts.length
      ? activePrompts.filter((prompt) => !emptyPrompts.includes(prompt))
      : activePrompts
  const rules = await loadMaskingRules(tenant, project, document.id)
  const questions = prompts.map((prompt) => buildQuestion(project, prompt, { profile, rules }))
  await assertAdaptersUsable(ctx, actor, listProfileAdapterIds(profile))
  await assertRunSettings(ctx, tenant, { project, document, advice: indexAdvice })
  const referencedOutputs = await findReferencedOutputs(tenant, {
    projectId,
    documentId: document.id,
    profileId: profile.id,
    texts: prompts.map(({ prompt }) => prompt),
  })
  return {
    actor,
    project,
    prompts,
    emptyPrompts,
    questions,
    document,
    profile,
    referencedOutputs,
  }
}

/** Hashes everything that would make this another run. */
export const hashSinglePass = ({
  document,
  profile,
  project,
  questions,
  referencedOutputs,
}: PreparedSinglePass) =>
  hashFacts({
    document: document.hash,
    profileId: profile.id,
    isHighlighted: project.enable_highlight,
    settings: listHashedSettings(project),
    questions,
    known: [...referencedOutputs],
    customData: project.custom_data,
  })

type AnsweredSinglePass = {
  /** Stores all answers. Call it in a transaction. */
  readonly save: (transaction: Tenant) => Promise<readonly OutputRow[]>
  readonly failures: readonly PromptFailure[]
}

export async function answerSinglePass(
  ctx: AnsweringDependencies,
  preparedPass: PreparedSinglePass,
  runContext: RunCallOptions,
): Promise<AnsweredSinglePass> {
  const { actor, project, prompts, questions, document, profile, referencedOutputs } = preparedPass
  const tenant = tenantOf(ctx, actor)
  const indexTarget = { document, profile, userId: actor.userId }
  const rules = questions[0]?.settings.masking
  const outcomes = await answerDocumentInOnePass(ctx, tenant, {
    settings: { ...buildAnswerSettings(project, profile), ...omitUndefined({ masking: rules }) },
    questions,
    document,
    keepsText: true,
    knownValues: referencedOutputs,
    customData: project.custom_data,
    scope: document.id,
    calls: createStudioCallContext(ctx, { ...runContext, document, rules }),
    ...getRunSettings(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, indexTarget, profile.reindex),
  })
  const { answers, failedQuestions: reasons } = collectAnswers({ log: ctx.log }, outcomes)
  const emptyFailures = preparedPass.emptyPrompts.map((prompt) => ({
    promptId: prompt.id,
    reason: describeEmptyPrompt(prompt),
  }))
  const answerFailures = reasons
    .map(({ key, reason }) => {
      const prompt = prompts.find((candidate) => candidate.key === key)
      return prompt ? { promptId: prompt.id, reason } : undefined
    })
    .filter((value) => value !== undefined)
  const save = async (transaction: Tenant) => {
    const readDocument = answers[0]?.document
    if (readDocument && !readDocument.index)
      await saveReadMark(transaction, indexTarget, readDocument.extractorKey)
    const { runId } = runContext
    const positions = new Map(outcomes.flatMap(toPosition))
    const savedAnswers = { answers, positions, runId }
    const rows = await saveSinglePass(transaction, preparedPass, savedAnswers).catch(
      rethrowExplained,
    )
    const ids = { documentId: document.id, profileId: profile.id, runId }
    const unansweredQuestions = outcomes
      .map(({ isOk, singlePass }, position) =>
        isOk || !singlePass ? undefined : { ...ids, ...singlePass, position },
      )
      .filter((value) => value !== undefined)
    await recordFailedQuestions(transaction, unansweredQuestions)
    return rows
  }
  return { save, failures: [...emptyFailures, ...answerFailures] }
}

/** The position of a prompt in the call that answered several prompts together. */
const toPosition = ({ key, singlePass }: QuestionOutcome, position: number) =>
  singlePass ? [[key, position] as const] : []

type SinglePassAnswers = {
  readonly answers: readonly AnsweredQuestion[]
  readonly positions: ReadonlyMap<string, number>
  readonly runId: string
}

/**
 * The contract demands the highlights and confidences of all prompts in every row of such a run.
 */
async function saveSinglePass(
  tenant: Tenant,
  { actor, project, prompts, questions, document, profile }: PreparedSinglePass,
  { answers, positions, runId }: SinglePassAnswers,
): Promise<readonly OutputRow[]> {
  const highlights = answers.map(({ key, document, evidence }) => [
    key,
    highlightLines(document.text, evidence),
  ])
  const highlight = project.enable_highlight ? Object.fromEntries(highlights) : null
  const confidences = presentSinglePassConfidences(answers, {
    isHighlighted: project.enable_highlight,
  })
  // Prompts without an answer keep their previous output.
  const newOutputs = prompts
    .map((prompt, index) => {
      const answerIndex = answers.findIndex(({ key }) => key === prompt.key)
      const answer = answers[answerIndex]
      const type = questions[index]?.type
      if (!answer || !type) return undefined
      const confidence = confidences[answerIndex]
      const inputFingerprint = createInputFingerprint({
        project,
        prompt,
        profile,
        documentHash: document.hash,
      })
      const mode = { isSinglePass: true, position: positions.get(prompt.key) }
      const keys = { documentId: document.id, profileId: profile.id, runId, userId: actor.userId }
      return { answer, prompt, type, ...keys, ...mode, highlight, confidence, inputFingerprint }
    })
    .filter((value) => value !== undefined)
  return saveAnswers(tenant, newOutputs)
}
