import { answerInOnePass as askModelInOnePass } from '@recto/extraction/answer-in-one-pass'
import { describeWarning } from '@recto/extraction/describe-explanation'
import { omitUndefined } from '@recto/omit-undefined'
import type { Json, Question } from '@recto/provider-spec/answer'
import pLimit from 'p-limit'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { callModel } from '../model-calls/model-calls.port.ts'
import {
  type AnsweredQuestion,
  toRequest,
  trackPendingWrites,
  withShownPages,
} from './answer-question.ts'
import { type AnsweringInput, answerQuestions, maxConcurrentQuestions } from './answer-questions.ts'
import type {
  AnsweringDependencies,
  AnswerSettings,
  ConfiguredQuestion,
} from './answer-settings.ts'
import { answerWithoutCall } from './answer-without-call.ts'
import { challengeIfConfigured } from './challenge-answers.ts'
import { escalateIfNeeded } from './escalation/escalate-answer.ts'
import { openDocuments } from './open-documents.ts'
import { getTextToAsk, type OpenedDocument } from './opened-document.ts'
import {
  getValueOrThrow,
  type QuestionOutcome,
  toOutcome,
  toQuestionOutcome,
} from './question-outcomes.ts'
import { createTimer } from './timer.ts'
import { parseVariables } from './variables/parse-variables.ts'

type OnePassInput = Omit<AnsweringInput, 'open'> & {
  /** Settings of the profile, for all questions; they are answered from the whole text. */
  readonly settings: AnswerSettings
}

/** Lists need calls of their own, with the settings of their question. */
const listTypes: readonly string[] = ['table', 'record', 'line-item']

/**
 * Answers the questions with one model call where possible. A question with variables waits for
 * their values and is asked separately, and so are lists. Outcomes come in the order of the
 * questions.
 */
export async function answerDocumentInOnePass(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  input: OnePassInput,
): Promise<readonly QuestionOutcome[]> {
  const settings = { ...input.settings, chunkSize: 0, chunkOverlap: 0 }
  const questions = input.questions.map((question) =>
    listTypes.includes(question.type) ? question : { ...question, settings },
  )
  const open = openDocuments(ctx, tenant, input)
  const document = await toOutcome(() => open(settings))
  // Question by question the document is opened again, so that each question gets the same failure.
  if (!document.isOk || document.value.llm.connection.answer || (await isEmpty(document.value))) {
    return answerQuestions(ctx, tenant, { ...input, questions, open })
  }
  const { joint: jointQuestions, separate } = splitQuestions(questions, input.knownValues)
  const knownAnswers = await answerWithoutCall(ctx, tenant, input.calls, {
    document: document.value,
    questions: jointQuestions,
  })
  const knownOutcomes = [...knownAnswers.values()].map((value): QuestionOutcome => {
    return { key: value.key, isOk: true, value }
  })
  const unansweredQuestions = jointQuestions.filter(({ key }) => !knownAnswers.has(key))
  const jointOutcomes = await answerInOneCall(ctx, tenant, {
    input,
    document: document.value,
    questions: unansweredQuestions,
  })
  const passOutcomes = [...knownOutcomes, ...jointOutcomes]
  const knownValues = new Map<string, Json>(input.knownValues)
  for (const outcome of passOutcomes)
    if (outcome.isOk) knownValues.set(outcome.key, outcome.value.value)
  const separateOutcomes = await answerQuestions(ctx, tenant, {
    ...input,
    questions: separate,
    knownValues,
    open,
  })
  const outcomeByKey = new Map(
    [...passOutcomes, ...separateOutcomes].map((outcome) => [outcome.key, outcome]),
  )
  return questions.flatMap(({ key }) => outcomeByKey.get(key) ?? [])
}

/** Whether there is nothing to ask a model about; images of pages are something. */
const isEmpty = async ({ text, album }: OpenedDocument) => !album && (await text.measure()).isEmpty

function splitQuestions(
  questions: readonly ConfiguredQuestion[],
  knownValues: ReadonlyMap<string, Json>,
) {
  const keys = [...knownValues.keys(), ...questions.map(({ key }) => key)]
  const needsOwnCall = ({ prompt, type }: Question) =>
    listTypes.includes(type) || parseVariables(prompt, keys).length > 0
  return {
    joint: questions.filter((question) => !needsOwnCall(question)),
    separate: questions.filter(needsOwnCall),
  }
}

/** The context window without the images; 0 if unknown. Throws 400 where they leave no room. */
function getTextWindow({ name, connection: { contextWindow } }: OpenedLlm, imageTokens: number) {
  if (contextWindow === 0 || imageTokens < contextWindow)
    return Math.max(0, contextWindow - imageTokens)
  throw badRequest(
    `The images of pages take about ${imageTokens} tokens, but “${name}” accepts at most ${contextWindow} tokens in total. Show fewer pages.`,
  )
}

type OneCallInput = {
  readonly input: OnePassInput
  readonly document: OpenedDocument
  readonly questions: readonly ConfiguredQuestion[]
}

async function answerInOneCall(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { input: { calls }, document, questions }: OneCallInput,
): Promise<readonly QuestionOutcome[]> {
  if (questions.length === 0) return []
  const plainQuestions = questions.map(({ settings: _, ...question }) => question)
  const { llm, settings, text } = document
  const textToAsk = await getTextToAsk(document)
  const timer = createTimer()
  const pendingWrites = trackPendingWrites()
  const pagesToShow = await document.album?.show(llm, [])
  const imageTokens = document.album?.estimateTokens(llm) ?? 0
  const outcomes = await askModelInOnePass({
    ...withShownPages(settings.instructions, text, pagesToShow),
    questions: plainQuestions,
    text: pagesToShow?.shownPages.isTextLeftOut ? '' : textToAsk,
    contextWindow: getTextWindow(llm, imageTokens),
    askModel: ({ step, questionCount, ...call }) =>
      timer.time('extraction_llm', () =>
        callModel(tenant, calls, {
          adapter: llm,
          request: toRequest(call, pagesToShow?.images ?? []),
          step,
          reason: 'extraction',
          questionCount,
          onPersist: pendingWrites.add,
        }),
      ),
  }).finally(pendingWrites.waitUntilStored)
  const shared = { context: [textToAsk], metrics: timer.metrics(plainQuestions.length), document }
  const limit = pLimit(maxConcurrentQuestions)
  const getJointAnswer = async (question: Question): Promise<AnsweredQuestion> => {
    const { key } = question
    const outcome = outcomes.find((one) => one.key === key)
    if (!outcome) throw new Error(`“${key}” was not answered.`)
    if (!outcome.isOk) throw outcome.error
    const { value, evidence, confidence, explanation } = outcome
    const note = explanation && describeWarning(explanation)
    const answerParts = { value, evidence, confidence, ...omitUndefined({ explanation, note }) }
    return { key, question, ...answerParts, ...shared }
  }
  const getAnswer = async (question: Question): Promise<AnsweredQuestion> => {
    const outcome = await toOutcome(() => getJointAnswer(question))
    if (!document.challenger && document.settings.escalationLlmId === undefined)
      return getValueOrThrow(outcome)
    return limit(async () => {
      const answer = await escalateIfNeeded(ctx, tenant, calls, { document, question, outcome })
      return challengeIfConfigured(tenant, calls, { question, answer })
    })
  }
  return Promise.all(
    plainQuestions.map(async (question) => ({
      ...toQuestionOutcome(question.key, await toOutcome(() => getAnswer(question))),
      singlePass: { question, document },
    })),
  )
}
