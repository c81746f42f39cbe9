import type { Json, Question } from '@recto/provider-spec/answer'
import { answerQuestion } from '../ask/answer-question.ts'
import type { Instructions } from '../ask/assemble-prompt.ts'
import type { ConvertedAnswer, DocumentWork } from '../ask/document-work.ts'
import type { AskModel } from '../ask/llm-call.ts'
import { updateConfidence } from '../confidence/update-confidence.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'
import {
  createJudgingPrompt,
  type Judgement,
  jsonOnlyReminder,
  passesChallenge,
  readJudgement,
  verdictSchema,
} from './verdict.ts'

/** Entry of the log, with the names of the contract. */
type ChallengeRun = {
  readonly type: 'extraction' | 'challenge' | 'result'
  readonly title: string
  readonly model: string
  readonly status: 'success' | 'failed'
  readonly score?: number
  readonly result: string
  readonly timestamp: string
}

export type ChallengeLog = { readonly result: Json; readonly runs: readonly ChallengeRun[] }

type ChallengerModel = {
  readonly model: string
  readonly contextWindow: number
  readonly ask: AskModel
}

export type ChallengeInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly question: Question
  readonly answer: ConvertedAnswer
  readonly instructions: Instructions
  readonly context: readonly string[]
  readonly challenger: ChallengerModel
  /** Model that gave the answer; without `ask` it cannot be called again. */
  readonly extractor: { readonly model: string; readonly ask?: AskModel | undefined }
  /** Whether an error of a call aborts the challenge instead of being written to the log. */
  readonly shouldAbort: (error: unknown) => boolean
  readonly now: () => Date
}

type ChallengedAnswer = ConvertedAnswer & { readonly log: ChallengeLog }
type ScoredAnswer = ConvertedAnswer & { readonly score?: number }

/** Maximum number of times that an answer is judged. */
const maxRounds = 3
const maxScore = 5

/**
 * Lets a second model judge an answer. When it fails, the first model answers again with the
 * reason, and the new answer is judged, up to three times. The answer with the best score is
 * returned. A failure of the second model only affects the log.
 */
export async function challengeAnswer(input: ChallengeInput): Promise<ChallengedAnswer> {
  const log = createLog(input.now)
  log.add('extraction', input.extractor.model, { result: toText(input.answer.value) })
  let bestAnswer: ScoredAnswer = input.answer
  let latestAnswer: ConvertedAnswer | undefined = input.answer
  for (let round = 1; latestAnswer && round <= maxRounds; round++) {
    const verdict: Judgement | undefined = await judgeAndLog(input, log, {
      latest: latestAnswer,
      round,
    })
    if (!verdict) break
    const { score, reason } = verdict
    bestAnswer = pickBetter(bestAnswer, { ...latestAnswer, score })
    const isLast = passesChallenge(verdict) || round === maxRounds
    latestAnswer = isLast
      ? undefined
      : await improveAndLog(input, log, { latest: latestAnswer, reason, round })
  }
  const { value, evidence, confidence, score } = bestAnswer
  const result = toText(value)
  if (score === undefined) log.fail('result', input.extractor.model, result)
  else log.add('result', input.extractor.model, { score, result })
  const challengeLog = { result: value, runs: log.runs }
  return { value, evidence, confidence: adjustConfidence(confidence, score), log: challengeLog }
}

const pickBetter = (a: ScoredAnswer, b: ScoredAnswer): ScoredAnswer =>
  (b.score ?? 0) > (a.score ?? 0) ? b : a

/** Updates the confidence by the score; a medium score changes nothing. */
function adjustConfidence(confidence: ConvertedAnswer['confidence'], score: number | undefined) {
  if (!confidence || score === undefined) return confidence
  return updateConfidence((score - 1) / (maxScore - 1), confidence)
}

type Round = { readonly latest: ConvertedAnswer; readonly round: number }

async function judgeAndLog(input: ChallengeInput, log: Log, { latest, round }: Round) {
  const { model } = input.challenger
  const verdict = await attempt(input, () => judge(input, latest, round))
  if ('failure' in verdict) {
    log.fail('challenge', model, verdict.failure)
    return undefined
  }
  const { score, reason } = verdict.result
  log.add('challenge', model, { score, result: reason })
  return verdict.result
}

async function improveAndLog(input: ChallengeInput, log: Log, improvement: Improvement) {
  const { model, ask } = input.extractor
  if (!ask) return undefined
  const newAnswer = await attempt(input, () => improve(input, ask, improvement))
  if ('failure' in newAnswer) {
    log.fail('extraction', model, newAnswer.failure)
    return undefined
  }
  log.add('extraction', model, { result: toText(newAnswer.result.value) })
  return newAnswer.result
}

type Attempt<T> = { readonly result: T } | { readonly failure: string }

async function attempt<T>(
  { shouldAbort }: ChallengeInput,
  work: () => Promise<T>,
): Promise<Attempt<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    if (shouldAbort(error)) throw error
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

async function judge(input: ChallengeInput, { value, evidence }: ConvertedAnswer, round: number) {
  const { question, challenger } = input
  const quote = findQuote(evidence) ?? toText(value)
  const context = selectContext(challenger, input.context.join('\n'), quote)
  const prompt = createJudgingPrompt({ question, answer: toText(value), context })
  const requestJudgement = async (step: string, prompt: string): Promise<Judgement | undefined> => {
    const reply = await challenger.ask({
      purpose: 'answer',
      step: `${question.key}/${step}`,
      prompt,
      schema: verdictSchema,
    })
    return readJudgement(reply.text, reply.stoppedBy === 'length')
  }
  const verdict =
    (await requestJudgement(`challenge-${round}`, prompt)) ??
    (await requestJudgement(`challenge-${round}-again`, prompt + jsonOnlyReminder))
  if (!verdict) throw new Error('The challenging model did not return a score.')
  return verdict
}

type Improvement = {
  readonly latest: ConvertedAnswer
  readonly reason: string
  readonly round: number
}

async function improve(
  { work, question, instructions, context }: ChallengeInput,
  ask: AskModel,
  { latest, reason, round }: Improvement,
): Promise<ConvertedAnswer> {
  const prompt = `${question.prompt}

An earlier answer was: ${toText(latest.value)}
Somebody who checked it against the document said: ${reason}
Read the document again and answer the question anew.`
  const { value, evidence, confidence } = await answerQuestion({
    // The evidence is searched near the words of the original question.
    work: { understand: (reply) => work.understand({ ...reply, question }) },
    question: { ...question, prompt },
    instructions,
    context,
    askModel: (call) => ask({ ...call, step: `${call.step}/improve-${round}` }),
  })
  return { value, evidence, confidence }
}

const reservedReplyTokens = 600

/**
 * Returns the part of the context that contains the answer, when the whole context is too long for
 * the model.
 */
function selectContext({ contextWindow }: ChallengerModel, text: string, quote: string): string {
  if (contextWindow <= 0) return text
  const tokens = contextWindow - reservedReplyTokens - estimateTextTokens(quote) * 2
  const letters = Math.max(400, Math.floor(tokens * estimateLettersPerToken(text)))
  const windows = splitIntoWindows(text, {
    maxLetters: letters,
    overlap: Math.min(300, letters >> 2),
  })
  return windows.find((window) => window.includes(quote)) ?? windows[0] ?? ''
}

function findQuote(evidence: ConvertedAnswer['evidence']): string | undefined {
  if (evidence === null) return undefined
  if ('quote' in evidence) return String(evidence.quote)
  for (const part of Object.values(evidence)) {
    const quote = findQuote(part)
    if (quote !== undefined) return quote
  }
  return undefined
}

function toText(value: Json): string {
  if (value === null) return 'NA'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Entry = { readonly score?: number; readonly result: string }

type Log = {
  readonly runs: readonly ChallengeRun[]
  readonly add: (type: ChallengeRun['type'], model: string, entry: Entry) => void
  readonly fail: (type: ChallengeRun['type'], model: string, result: string) => void
}

const titles = { extraction: 'Extraction', challenge: 'Challenge' } as const

/** Creates a log whose titles begin with `Re-` from the second run of a kind on. */
function createLog(now: () => Date): Log {
  const runs: ChallengeRun[] = []
  const addRun = (
    type: ChallengeRun['type'],
    model: string,
    entry: Entry,
    status: ChallengeRun['status'],
  ) => {
    const isRepeated = runs.some((run) => run.type === type)
    const title =
      type === 'result' ? 'Result' : `${isRepeated ? 'Re-' : ''}${titles[type]} by ${model}`
    runs.push({ type, title, model, status, ...entry, timestamp: now().toISOString() })
  }
  return {
    runs,
    add: (type, model, entry) => addRun(type, model, entry, 'success'),
    fail: (type, model, result) => addRun(type, model, { result }, 'failed'),
  }
}
