import { omitUndefined } from '@recto/omit-undefined'
import { type Answer, isListType, type Question } from '@recto/provider-spec/answer'
import type { LlmReply } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { assemblePrompt, assembleSharedPart, type Instructions } from './assemble-prompt.ts'
import {
  bringsNews,
  createContinuationPrompt,
  defaultMaxContinuations,
  joinContinuation,
  repeatsItself,
} from './continue-answer.ts'
import { createRestatementPrompt, type PlainType } from './convert-answer.ts'
import type { ConvertedAnswer, DocumentWork } from './document-work.ts'
import type { AskModel, CallRecord, LlmCall } from './llm-call.ts'
import { createRestatementSchema, readRestatedAnswer } from './restated-value.ts'
import { createEmptyJsonAnswer, createUnreadableReplyError } from './unreadable-reply.ts'

export type ModelAnswer = Answer & { readonly calls: readonly CallRecord[] }

export type AnswerQuestionInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly question: Question
  readonly instructions: Instructions
  /** Texts from which the model answers. */
  readonly context: readonly string[]
  readonly askModel: AskModel
  /** Whether other questions about the same text are asked after this one. */
  readonly sharesText?: boolean | undefined
  /** Maximum number of calls that continue an answer that was cut off. */
  readonly maxContinuations?: number | undefined
}

/**
 * Asks a model one question about a document and converts its answer to the field's type. Makes
 * further calls only when an answer was cut off, and one when it cannot be converted. Rejects when
 * `askModel` or `work` does, and with an `UnreadableReplyError` when the second answer cannot be
 * converted either; a question of type JSON then has an empty object as its value.
 */
export async function answerQuestion(input: AnswerQuestionInput): Promise<ModelAnswer> {
  const { question, instructions, context } = input
  if (isListType(question.type)) throw new RangeError('A list is read row by row.')
  const calls: CallRecord[] = []
  const shared = input.sharesText ? assembleSharedPart(instructions, context) : ''
  const session: QuestionSession = {
    ...input,
    type: question.type,
    prompt: assemblePrompt(question, instructions, context),
    ask: createCallModel(input, shared, calls),
  }
  const firstReply = await askForWholeAnswer(session)
  const answer = firstReply.answer ?? (await askForRestatement(session, firstReply.text))
  return { key: question.key, ...answer, calls }
}

type CallOptions = { readonly schema?: LlmCall['schema'] | undefined; readonly step?: string }
type CallModel = (
  purpose: LlmCall['purpose'],
  prompt: string,
  options?: CallOptions,
) => Promise<LlmReply>

type QuestionSession = AnswerQuestionInput & {
  readonly type: PlainType
  /** Prompt of the first call. */
  readonly prompt: string
  readonly ask: CallModel
}

function createCallModel(
  { question: { key }, askModel }: AnswerQuestionInput,
  shared: string,
  calls: CallRecord[],
): CallModel {
  return async (purpose, prompt, { schema, step: name = purpose } = {}) => {
    const step = `${key}/${name}`
    const isShared = shared !== '' && prompt.startsWith(shared)
    const sharedLength = isShared ? shared.length : undefined
    const reply = await askModel({
      purpose,
      step,
      prompt,
      ...omitUndefined({ schema, sharedLength }),
    })
    calls.push({ purpose, step, prompt, reply })
    if (reply.stoppedBy === 'filter') {
      throw createUnreadableReplyError(`The model refused to answer “${key}”`, reply.text)
    }
    return reply
  }
}

/** Returns the first answer, joined when the model needed several replies for it. */
async function askForWholeAnswer(session: QuestionSession) {
  const { work, question, type, prompt, ask } = session
  const canBeContinued = type === 'text' || type === 'json'
  const reply = await ask('answer', prompt)
  let { text } = reply
  let isCut = reply.stoppedBy === 'length'
  for (let round = 1; ; round++) {
    const answer = isCut && canBeContinued ? 'cut' : await work.understand({ question, text })
    if (answer !== 'cut') return { text, answer }
    const continuation = await continueAnswer(session, text, round)
    if (!continuation) return { text, answer: await completeAnswer(session, text) }
    ;({ text, isCut } = continuation)
  }
}

/** Reads an answer of type JSON that the model will not finish. */
async function completeAnswer({ work, question }: QuestionSession, text: string) {
  const answer = await work.understand({ question, text, isBrokenOff: true })
  return typeof answer === 'object' ? answer : createEmptyJsonAnswer(text)
}

/**
 * Asks for the rest of an answer. When more calls would bring nothing new it throws, or returns
 * `undefined` for JSON, which can be completed.
 */
async function continueAnswer(session: QuestionSession, text: string, round: number) {
  const { question, prompt, ask, maxContinuations = defaultMaxContinuations } = session
  if (round > maxContinuations || repeatsItself(text)) return endUnfinished(question, text)
  const continuation = await ask('continue', createContinuationPrompt(prompt, text), {
    step: `continue-${round}`,
  })
  const joinedText = joinContinuation(text, continuation.text)
  const isCut = continuation.stoppedBy === 'length'
  if (isCut && !bringsNews(text, joinedText)) return endUnfinished(question, text)
  return { text: joinedText, isCut }
}

function endUnfinished(question: Question, text: string): undefined {
  if (question.type !== 'json') throw createUnfinishedError(question, text)
}

const createUnfinishedError = ({ key }: Question, text: string) =>
  createUnreadableReplyError(
    repeatsItself(text)
      ? `The model repeated itself without end instead of answering “${key}”`
      : `The model did not finish its answer to “${key}”`,
    repeatsItself(text) ? text : '',
  )

const typeNames: Readonly<Record<PlainType, string>> = {
  text: 'text',
  number: 'a number',
  email: 'an e-mail address',
  date: 'a date',
  boolean: 'yes or no',
  json: 'JSON',
}

/** Asks a second time and tells the model what was wrong; scalars use their own prompt. */
async function askForRestatement(
  { work, question, type, prompt, ask }: QuestionSession,
  text: string,
) {
  const restatementPrompt =
    type === 'json'
      ? `${prompt}\n\n${describeInvalidJson(text)}`
      : createRestatementPrompt(text, type)
  const schema = createRestatementSchema(type)
  const reply = await ask('normalise', restatementPrompt, { schema })
  const restatedAnswer = schema ? readRestatedAnswer(question, reply.text) : reply.text
  const restatement = { question, text: restatedAnswer, isRestated: true }
  const isBrokenOff = type === 'json'
  const isCut = reply.stoppedBy === 'length' && !isBrokenOff
  const answer = isCut ? 'cut' : await work.understand({ ...restatement, isBrokenOff })
  if (answer !== 'cut' && answer !== undefined) return answer satisfies ConvertedAnswer
  if (type === 'json') return createEmptyJsonAnswer(reply.text)
  throw createUnreadableReplyError(
    `The model did not answer “${question.key}” with ${typeNames[type]}`,
    reply.text,
  )
}

const maxQuoteLength = 2000

const describeInvalidJson = (text: string) => `Your reply to this was no valid JSON:
${fenceText(text.slice(0, maxQuoteLength))}
Reply again, with one valid JSON value and nothing around it. If the document does not contain the answer, reply with NA.`
