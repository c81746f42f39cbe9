import { isWithoutJson, UnreadableReplyError } from '@recto/extraction/unreadable-reply'
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
  const isReplaced = largeOutcome.isOk && isNoWorse(largeOutcome.value, { outcome, problems })
  // If neither model gave an answer, the failure of the first is the reason.
  const answer = getValueOrThrow(isReplaced ? largeOutcome : outcome)
  const sum = await sumCallsOfStep(tenant, {
    runId: calls.runId,
    callKeyPrefix: `${toCallKey(calls, `escalated/${question.key}`)}/`,
  })
  const escalation = {
    problems,
    smallModel: nameModel(document),
    smallValue: outcome.isOk && !isWithoutJson(outcome.value) ? outcome.value.value : null,
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
  if (!llm.connection.complete || llm.connection.answer)
    throw badRequest(`“${llm.name}” cannot be asked after another model.`)
  const largeDocument = { ...document, llm, cachedText: undefined }
  // An adapter that answers by itself made no call that has counted the question.
  const isFollowUp = !document.llm.connection.answer
  const ownCalls = { ...withOwnSteps(calls, 'escalated'), isFollowUp }
  return answerOneQuestion(tenant, ownCalls, largeDocument, question)
}

function assertNotInterrupted({ signal }: CallContext, outcome: Outcome<unknown>): void {
  if (!outcome.isOk && (signal?.aborted || endsRun(outcome.error))) throw outcome.error
}

const describeLargeOutcome = (
  outcome: Outcome<AnsweredQuestion>,
): Pick<Escalation, 'largeModel' | 'error'> =>
  outcome.isOk
    ? { largeModel: nameModel(outcome.value.document) }
    : { largeModel: '', error: toUserMessage(explainAnsweringError(outcome.error)) }

const nameModel = ({ llm: { connection, name } }: OpenedDocument) => connection.model || name

function listProblems(
  outcome: Outcome<AnsweredQuestion>,
  isContradicted: boolean,
): readonly AnswerProblem[] {
  if (!outcome.isOk) return outcome.error instanceof UnreadableReplyError ? ['unreadable'] : []
  const problems = findProblems(outcome.value)
  return isContradicted && !problems.includes('contradicted')
    ? [...problems, 'contradicted']
    : problems
}

type JudgedAnswer = {
  readonly outcome: Outcome<AnsweredQuestion>
  readonly problems: readonly AnswerProblem[]
}

/**
 * A value is better than none, unless the larger model says that there is none; of two with as many
 * problems that of the larger model is better.
 */
function isNoWorse(answer: AnsweredQuestion, { outcome, problems }: JudgedAnswer): boolean {
  const hasSmallValue =
    outcome.isOk && outcome.value.value !== null && !isWithoutJson(outcome.value)
  if (hasSmallValue && !isAnswer(answer)) return false
  return findProblems(answer).length <= problems.length
}

/** Whether there is a value, or a model has looked for it in a text and said that there is none. */
const isAnswer = (answer: AnsweredQuestion) =>
  answer.value !== null || (answer.context.length > 0 && findProblems(answer).length === 0)

/** Steps and calls of their own, beside those of the small model. */
export const withOwnSteps = (calls: CallContext, prefix: string): CallContext => ({
  ...calls,
  callKeyPrefix: toCallKey(calls, prefix),
  step: (name, run, options) => calls.step(`${prefix}/${name}`, run, options),
})
