import { UnreadableReplyError } from '@recto/extraction/unreadable-reply'
import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import { type CallContext, toCallKey } from '../../model-calls/model-calls.port.ts'
import { sumCallsOfStep } from '../../usage/usage.port.ts'
import { type AnsweredQuestion, answerOneQuestion } from '../answer-question.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { endsRun, explainAnsweringError } from '../answering-errors.ts'
import type { AnswerProblem, Escalation } from '../escalation.ts'
import type { OpenedDocument } from '../opened-document.ts'
import { getValueOrThrow, type Outcome, toOutcome } from '../question-outcomes.ts'
import { findProblems } from './find-problems.ts'

type AnswerToJudge = {
  readonly document: OpenedDocument
  readonly question: Question
  /** Says what the model of the profile has answered. */
  readonly outcome: Outcome<AnsweredQuestion>
  /** Whether checks contradict the value. */
  readonly isContradicted?: boolean
}

/**
 * Asks the larger model of the profile if the small model's answer has a problem, and returns the
 * better one. Every call is a step of its own, so that a repeated run pays for neither answer again.
 */
export async function escalateIfNeeded(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  calls: CallContext,
  { document, question, outcome, isContradicted = false }: AnswerToJudge,
): Promise<AnsweredQuestion> {
  const { escalationLlmId } = document.settings
  const problems = listProblems(outcome, isContradicted)
  if (escalationLlmId === undefined || problems.length === 0) return getValueOrThrow(outcome)
  const largeOutcome = await toOutcome(() =>
    askLargeModel(ctx, tenant, calls, { document, question, escalationLlmId }),
  )
  assertNotInterrupted(calls, largeOutcome)
  const isReplaced = largeOutcome.isDone && isNoWorse(largeOutcome.value, problems)
  // If neither model gave an answer, the failure of the first is the reason.
  const answer = getValueOrThrow(isReplaced ? largeOutcome : outcome)
  const sum = await sumCallsOfStep(tenant, {
    runId: calls.runId,
    callKeyPrefix: `${toCallKey(calls, `escalated/${question.key}`)}/`,
  })
  const escalation = {
    problems,
    smallModel: nameModel(document),
    smallValue: outcome.isDone ? outcome.value.value : null,
    ...describeLargeOutcome(largeOutcome),
    isReplaced,
    ...sum,
  }
  // Everything else, such as a challenge, is with the models of the profile.
  return { ...answer, document, escalation }
}

type QuestionToEscalate = Pick<AnswerToJudge, 'document' | 'question'> & {
  readonly escalationLlmId: string
}

async function askLargeModel(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  calls: CallContext,
  { document, question, escalationLlmId }: QuestionToEscalate,
): Promise<AnsweredQuestion> {
  const llm = await openLlm(ctx, tenant, escalationLlmId)
  if (!llm.llm.complete || llm.llm.answer)
    throw badRequest(`“${llm.name}” cannot be asked after another model.`)
  const largeDocument = { ...document, llm, cachedText: undefined }
  return answerOneQuestion(tenant, withEscalatedSteps(calls), largeDocument, question)
}

function assertNotInterrupted({ signal }: CallContext, outcome: Outcome<unknown>): void {
  if (!outcome.isDone && (signal?.aborted || endsRun(outcome.error))) throw outcome.error
}

const describeLargeOutcome = (
  outcome: Outcome<AnsweredQuestion>,
): Pick<Escalation, 'largeModel' | 'error'> =>
  outcome.isDone
    ? { largeModel: nameModel(outcome.value.document) }
    : { largeModel: '', error: toUserMessage(explainAnsweringError(outcome.error)) }

const nameModel = ({ llm: { llm, name } }: OpenedDocument) => llm.model || name

function listProblems(
  outcome: Outcome<AnsweredQuestion>,
  isContradicted: boolean,
): readonly AnswerProblem[] {
  if (!outcome.isDone) return outcome.error instanceof UnreadableReplyError ? ['unreadable'] : []
  const problems = findProblems(outcome.value)
  return isContradicted && !problems.includes('contradicted')
    ? [...problems, 'contradicted']
    : problems
}

/** A value is better than none, and of two with as many problems that of the larger model. */
const isNoWorse = (answer: AnsweredQuestion, problems: readonly AnswerProblem[]): boolean =>
  findProblems(answer).length <= problems.length

const withEscalatedSteps = (calls: CallContext): CallContext => ({
  ...calls,
  callKeyPrefix: toCallKey(calls, 'escalated'),
  step: (name, run, options) => calls.step(`escalated/${name}`, run, options),
})
