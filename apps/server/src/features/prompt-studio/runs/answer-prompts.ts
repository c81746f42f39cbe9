import { tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Lease } from '../../../platform/work/work-queue.ts'
import {
  type AnsweredQuestion,
  type AnsweringDependencies,
  answerQuestions,
  highlightLines,
  presentConfidence,
  type QuestionOutcome,
  rethrowExplained,
} from '../../answering/answering.port.ts'
import { ensureIndexed, saveReadMark } from '../indexing/ensure-indexed.ts'
import { createInputFingerprint } from '../rows/input-fingerprint.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { createStudioCallContext, type StudioCallOptions } from '../rows/studio-calls.ts'
import type { PreparedRun } from './prepare-runs.ts'
import { getRunSettings } from './run-settings.ts'
import { type NewOutput, saveAnswers } from './save-answers.ts'

/** Options for recording and cancelling the model calls of a run. */
export type RunCallOptions = {
  /** Usage is recorded under this id. */
  readonly runId: string
  /** A worker that takes over the run has the same claim id, so that it finds the paid replies. */
  readonly claim: StudioCallOptions['claim']
} & Partial<Pick<Lease, 'signal' | 'releaseCpuDuring'>> &
  Pick<StudioCallOptions, 'onCall' | 'cancelSignal'>

type Outcomes = readonly QuestionOutcome[]
type AnsweredRun = {
  readonly run: PreparedRun
  readonly runId: string
  readonly answer: AnsweredQuestion
}

/**
 * Answers runs of one document and one profile. Returns their outcomes in the same order. The
 * document is prepared only once.
 */
export async function answerRuns(
  ctx: AnsweringDependencies,
  runs: readonly PreparedRun[],
  options: RunCallOptions,
): Promise<Outcomes> {
  const [first] = runs
  if (!first) return []
  const { actor, project, document, profiles } = first
  const tenant = tenantOf(ctx, actor)
  const indexTarget = { document, profile: profiles.answering, userId: actor.userId }
  return answerQuestions(ctx, tenant, {
    questions: runs.map(({ question }) => question),
    document,
    keepsText: true,
    knownValues: first.referencedOutputs,
    customData: project.custom_data,
    scope: document.id,
    calls: createStudioCallContext(ctx, {
      ...options,
      document,
      rules: first.question.settings.masking,
    }),
    ...getRunSettings(tenant, project, document),
    ensureIndexed: ensureIndexed(ctx, tenant, indexTarget, profiles.answering.reindex),
  })
}

/** Stores the answers to different prompts of one document. Call it in a transaction. */
export async function saveRunAnswers(
  tenant: Tenant,
  answeredRuns: readonly AnsweredRun[],
): Promise<readonly OutputRow[]> {
  const markedProfileIds = new Set<string>()
  for (const answeredRun of answeredRuns) {
    const { id } = answeredRun.run.profiles.answering
    if (!markedProfileIds.has(id)) await markDocumentRead(tenant, answeredRun)
    markedProfileIds.add(id)
  }
  return saveAnswers(tenant, answeredRuns.map(toNewOutput)).catch(rethrowExplained)
}

/** Nothing else records that the document was read if it has no chunks. */
async function markDocumentRead(tenant: Tenant, { run, answer }: AnsweredRun): Promise<void> {
  const { actor, document, profiles } = run
  const { extractorKey, index } = answer.document
  if (index) return
  const indexTarget = { document, profile: profiles.answering, userId: actor.userId }
  await saveReadMark(tenant, indexTarget, extractorKey)
}

function toNewOutput({ run, runId, answer }: AnsweredRun): NewOutput {
  const { actor, project, prompt, document, profiles, question } = run
  const { text } = answer.document
  return {
    answer,
    prompt,
    type: question.type,
    documentId: document.id,
    profileId: profiles.storing.id,
    isSinglePass: false,
    // Other clients need these lines; our own pages draw the evidence.
    highlight: project.enable_highlight ? highlightLines(text, answer.evidence) : null,
    confidence: presentConfidence(answer.confidence, { isHighlighted: project.enable_highlight }),
    runId,
    userId: actor.userId,
    inputFingerprint: createInputFingerprint({
      project,
      prompt,
      profile: profiles.answering,
      documentHash: document.hash,
    }),
  }
}
