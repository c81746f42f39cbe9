import { omitUndefined } from '@recto/omit-undefined'
import type { Json, Question } from '@recto/provider-spec/answer'
import { answerQuestion } from '../ask/answer-question.ts'
import { assemblePrompt, type Instructions } from '../ask/assemble-prompt.ts'
import type { ConvertedAnswer, DocumentWork } from '../ask/document-work.ts'
import type { AskModel } from '../ask/llm-call.ts'
import { toAnswerText } from '../ask/restated-value.ts'
import { createUnreadableReplyError, isWithoutJson } from '../ask/unreadable-reply.ts'
import { isBlankText } from '../values/non-answers.ts'
import { readValues } from '../values/read-values.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'
import { createCombinedQuestion, createValuesSchema } from './combined-question.ts'

type OnePassInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly questions: readonly Question[]
  readonly instructions: Instructions
  /** Whole text of the document. */
  readonly text: string
  /** Size of the context window in tokens; 0 when unknown. */
  readonly contextWindow: number
  readonly askModel: AskModel
}

/** Outcome of one question. */
export type PassOutcome = { readonly key: string } & (
  | ({ readonly isOk: true } & ConvertedAnswer)
  | { readonly isOk: false; readonly error: unknown }
)

const leftOutAnswer: ConvertedAnswer = {
  value: null,
  evidence: null,
  explanation: { missing: { kind: 'left-out' } },
}
const emptyAnswer = { isOk: true, value: null, evidence: null } as const

/**
 * Answers many questions with one model call that returns one object. A text that is too long for
 * the model is split into windows, each for the questions that the previous windows left open; too
 * many questions are split into groups. Keys missing from a reply are requested again, in one
 * further call; a value that cannot be converted is asked for alone. Each question has a separate outcome. The step names of calls are the same whenever the
 * replies are.
 */
export async function answerInOnePass(input: OnePassInput): Promise<readonly PassOutcome[]> {
  if (isBlankText(input.text)) return input.questions.map(({ key }) => ({ key, ...emptyAnswer }))
  const outcomes = new Map<string, PassOutcome>()
  const pass = { ...input, calls: { count: 0 } }
  for (const group of groupQuestions(input)) {
    for (const outcome of await answerGroup(pass, group)) outcomes.set(outcome.key, outcome)
  }
  return input.questions.flatMap(({ key }) => outcomes.get(key) ?? [])
}

type OnePass = OnePassInput & { readonly calls: { count: number } }

/** Maximum share of the context window for questions; the document needs the rest. */
const maxShareOfQuestions = 0.4
/** Tokens that a value may need in a reply. */
const tokensPerValue = 60
const minReplyTokens = 300
const overlapLetters = 300
const minWindowLetters = 400

function groupQuestions({
  questions,
  contextWindow,
}: OnePassInput): readonly (readonly Question[])[] {
  if (contextWindow <= 0) return [questions]
  const maxTokens = contextWindow * maxShareOfQuestions
  const groups: Question[][] = []
  let groupTokens = Number.POSITIVE_INFINITY
  for (const question of questions) {
    const tokens = estimateTextTokens(question.prompt) + tokensPerValue
    groupTokens += tokens
    if (groupTokens > maxTokens) {
      groups.push([])
      groupTokens = tokens
    }
    groups.at(-1)?.push(question)
  }
  return groups
}

/**
 * Splits the text into as many windows as the model needs to read each together with the questions.
 */
function splitTextFor(
  { text, contextWindow, instructions }: OnePassInput,
  group: readonly Question[],
) {
  if (contextWindow <= 0) return [text]
  const frame = assemblePrompt(
    { prompt: createCombinedQuestion(group), type: 'json' },
    instructions,
    [],
  )
  const reply = Math.max(minReplyTokens, group.length * tokensPerValue)
  const tokens = contextWindow - estimateTextTokens(frame) - reply
  const letters = Math.max(minWindowLetters, Math.floor(tokens * estimateLettersPerToken(text)))
  return splitIntoWindows(text, {
    maxLetters: letters,
    overlap: Math.min(overlapLetters, letters >> 2),
  })
}

async function answerGroup(
  pass: OnePass,
  group: readonly Question[],
): Promise<readonly PassOutcome[]> {
  const windows = splitTextFor(pass, group)
  const answers = new Map<string, ConvertedAnswer>()
  /** Keys with an answer that cannot be converted. */
  const openKeys = new Set<string>()
  const nullAnswers = new Map<string, ConvertedAnswer>()
  const getOpenQuestions = () => group.filter(({ key }) => !answers.has(key))
  let failure: Failure | undefined
  for (const window of windows) {
    if (getOpenQuestions().length === 0) break
    failure = await answerWindow(pass, {
      questions: getOpenQuestions(),
      window,
      answers,
      openKeys,
      nullAnswers,
    })
    if (failure) break
  }
  return Promise.all(
    group.map(async ({ key, ...question }): Promise<PassOutcome> => {
      const answer = answers.get(key)
      if (answer) return { key, isOk: true, ...answer }
      if (failure) return { key, isOk: false, error: failure.error }
      if (!openKeys.has(key)) return { key, ...emptyAnswer, ...nullAnswers.get(key) }
      return answerAlone(pass, { key, ...question }, windows)
    }),
  )
}

type Failure = { readonly error: unknown }

type WindowAnswers = {
  readonly questions: readonly Question[]
  readonly window: string
  readonly answers: Map<string, ConvertedAnswer>
  readonly openKeys: Set<string>
  /** Answers that are null with a reason. */
  readonly nullAnswers: Map<string, ConvertedAnswer>
}

/**
 * Asks the questions on one window. Returns the failure that stopped it; earlier answers remain
 * valid.
 */
async function answerWindow(
  pass: OnePass,
  windowAnswers: WindowAnswers,
): Promise<Failure | undefined> {
  const { questions, window, nullAnswers } = windowAnswers
  const { values, failure } = await askTogether(pass, questions, window)
  for (const question of questions) {
    const { key } = question
    const value = values.get(key)
    if (value === undefined) nullAnswers.set(key, leftOutAnswer)
    if (value === undefined || value === null || value === '') continue
    saveAnswer(
      key,
      await pass.work.understand({ question, ...toAnswerText(question, value) }),
      windowAnswers,
    )
  }
  return failure
}

function saveAnswer(
  key: string,
  answer: ConvertedAnswer | 'cut' | undefined,
  { answers, openKeys, nullAnswers }: WindowAnswers,
): void {
  if (typeof answer !== 'object') openKeys.add(key)
  else if (answer.value !== null) answers.set(key, answer)
  else if (answer.explanation) nullAnswers.set(key, answer)
}

/** Returns the model's answers for one window; missing keys are requested again. */
async function askTogether(
  pass: OnePass,
  questions: readonly Question[],
  window: string,
): Promise<{ values: ReadonlyMap<string, Json>; failure?: Failure }> {
  const values = new Map<string, Json>()
  const rounds: Round[] = [{ questions, isRepeated: false }]
  for (let round = rounds.shift(); round; round = rounds.shift()) {
    try {
      const reply = await askOnce(pass, round, window)
      for (const [key, value] of reply.values) values.set(key, value)
      rounds.push(...planRounds(round, reply))
    } catch (error) {
      return { values, failure: { error } }
    }
  }
  return { values }
}

type Round = {
  readonly questions: readonly Question[]
  /** Whether the model omitted these questions from an earlier reply. */
  readonly isRepeated: boolean
}
type CombinedReply = { readonly values: ReadonlyMap<string, Json>; readonly isCut: boolean }

/**
 * Plans further rounds: each has fewer questions than the previous one, or is the last one for
 * them.
 */
function planRounds(
  { questions, isRepeated }: Round,
  { values, isCut }: CombinedReply,
): readonly Round[] {
  const rest = questions.filter(({ key }) => !values.has(key))
  if (rest.length === 0) return []
  if (!isCut) return isRepeated ? [] : [{ questions: rest, isRepeated: true }]
  if (values.size > 0) return [{ questions: rest, isRepeated: false }]
  if (rest.length > 1) {
    const middle = Math.ceil(rest.length / 2)
    return [rest.slice(0, middle), rest.slice(middle)].map((part) => ({
      questions: part,
      isRepeated: false,
    }))
  }
  return isRepeated ? [] : [{ questions: rest, isRepeated: true }]
}

const jsonOnlyReminder = '\n\nReply with the JSON object alone, and leave no key out.'

async function askOnce(
  pass: OnePass,
  { questions, isRepeated }: Round,
  window: string,
): Promise<CombinedReply> {
  const { instructions, calls, askModel } = pass
  calls.count += 1
  const prompt = `${createCombinedQuestion(questions)}${isRepeated ? jsonOnlyReminder : ''}`
  const { text, stoppedBy } = await askModel({
    purpose: 'answer',
    step: `single-pass/${calls.count}`,
    prompt: assemblePrompt({ prompt, type: 'json' }, instructions, [window]),
    schema: createValuesSchema(questions),
    questionCount: calls.count === 1 ? pass.questions.length : 0,
  })
  if (stoppedBy === 'filter') {
    throw createUnreadableReplyError('The model refused to answer in a single pass', text)
  }
  const isCut = stoppedBy === 'length'
  const keys = questions.map(({ key }) => key)
  return { values: readValues({ text, isCut }, keys), isCut }
}

/** Asks one question alone, window by window until one answers it. */
async function answerAlone(
  { work, instructions, askModel }: OnePass,
  question: Question,
  windows: readonly string[],
): Promise<PassOutcome> {
  const { key } = question
  let reason: ConvertedAnswer['explanation']
  let unreadableAnswer: ConvertedAnswer | undefined
  try {
    for (const [i, window] of windows.entries()) {
      const answer = await answerQuestion({
        work,
        question,
        instructions,
        context: [window],
        askModel: (call) =>
          askModel({
            ...call,
            step: i === 0 ? call.step : `${call.step}@${i + 1}`,
            questionCount: 0,
          }),
      })
      const { value, evidence, confidence, explanation } = answer
      const answerParts = { value, evidence, ...omitUndefined({ confidence, explanation }) }
      if (isWithoutJson(answer)) unreadableAnswer ??= answerParts
      else if (value !== null) return { key, isOk: true, ...answerParts }
      else reason = explanation ?? reason
    }
    if (!reason && unreadableAnswer) return { key, isOk: true, ...unreadableAnswer }
    return { key, ...emptyAnswer, ...omitUndefined({ explanation: reason }) }
  } catch (error) {
    return { key, isOk: false, error }
  }
}
