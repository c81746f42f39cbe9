import type { Json, Question } from '@recto/provider-spec/answer'
import { answerQuestion } from '../ask/answer-question.ts'
import type { Instructions } from '../ask/assemble-prompt.ts'
import type { DocumentWork, Understood } from '../ask/document-work.ts'
import type { AskModel } from '../ask/llm-call.ts'
import { confidenceWith } from '../confidence/confidence-with.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'
import {
  type Judgement,
  judgingPrompt,
  onlyJudgement,
  passes,
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

type Asked = { readonly model: string; readonly contextWindow: number; readonly ask: AskModel }

export type ChallengeInput = {
  readonly work: Pick<DocumentWork, 'understand'>
  readonly question: Question
  readonly answer: Understood
  readonly instructions: Instructions
  readonly context: readonly string[]
  readonly challenger: Asked
  /** Model that gave the answer; without `ask` it cannot be called again. */
  readonly extractor: { readonly model: string; readonly ask?: AskModel | undefined }
  /** Whether an error of a call aborts the challenge instead of being written to the log. */
  readonly endsWork: (error: unknown) => boolean
  readonly now: () => Date
}

type Challenged = Understood & { readonly log: ChallengeLog }
type Judged = Understood & { readonly score?: number }

/** Maximum number of times that an answer is judged. */
const maxRounds = 3
const highestScore = 5

/**
 * Lets a second model judge an answer. When it fails, the first model answers again with the
 * reason, and the new answer is judged, up to three times. The answer with the best score is
 * returned. A failure of the second model only affects the log.
 */
export async function challengeAnswer(input: ChallengeInput): Promise<Challenged> {
  const log = openLog(input.now)
  log.add('extraction', input.extractor.model, { result: textOf(input.answer.value) })
  let best: Judged = input.answer
  let latest: Understood | undefined = input.answer
  for (let round = 1; latest && round <= maxRounds; round++) {
    const verdict: Judgement | undefined = await judged(input, log, { latest, round })
    if (!verdict) break
    const { score, reason } = verdict
    best = better(best, { ...latest, score })
    const isLast = passes(verdict) || round === maxRounds
    latest = isLast ? undefined : await improved(input, log, { latest, reason, round })
  }
  const { value, evidence, confidence, score } = best
  const result = textOf(value)
  if (score === undefined) log.fail('result', input.extractor.model, result)
  else log.add('result', input.extractor.model, { score, result })
  const said = { result: value, runs: log.runs }
  return { value, evidence, confidence: afterChallenge(confidence, score), log: said }
}

const better = (a: Judged, b: Judged): Judged => ((b.score ?? 0) > (a.score ?? 0) ? b : a)

/** Updates the confidence by the score; a medium score changes nothing. */
function afterChallenge(confidence: Understood['confidence'], score: number | undefined) {
  if (!confidence || score === undefined) return confidence
  return confidenceWith((score - 1) / (highestScore - 1), confidence)
}

type Round = { readonly latest: Understood; readonly round: number }

async function judged(input: ChallengeInput, log: Log, { latest, round }: Round) {
  const { model } = input.challenger
  const verdict = await attempt(input, () => judge(input, latest, round))
  if ('failure' in verdict) {
    log.fail('challenge', model, verdict.failure)
    return undefined
  }
  const { score, reason } = verdict.done
  log.add('challenge', model, { score, result: reason })
  return verdict.done
}

async function improved(input: ChallengeInput, log: Log, improvement: Improvement) {
  const { model, ask } = input.extractor
  if (!ask) return undefined
  const again = await attempt(input, () => improve(input, ask, improvement))
  if ('failure' in again) {
    log.fail('extraction', model, again.failure)
    return undefined
  }
  log.add('extraction', model, { result: textOf(again.done.value) })
  return again.done
}

type Attempt<T> = { readonly done: T } | { readonly failure: string }

async function attempt<T>(
  { endsWork }: ChallengeInput,
  work: () => Promise<T>,
): Promise<Attempt<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    if (endsWork(error)) throw error
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

async function judge(input: ChallengeInput, { value, evidence }: Understood, round: number) {
  const { question, challenger } = input
  const quote = quoteIn(evidence) ?? textOf(value)
  const context = contextFor(challenger, input.context.join('\n'), quote)
  const prompt = judgingPrompt({ question, answer: textOf(value), context })
  const said = async (step: string, prompt: string): Promise<Judgement | undefined> => {
    const reply = await challenger.ask({
      purpose: 'answer',
      step: `${question.key}/${step}`,
      prompt,
      schema: verdictSchema,
    })
    return readJudgement(reply.text, reply.stoppedBy === 'length')
  }
  const verdict =
    (await said(`challenge-${round}`, prompt)) ??
    (await said(`challenge-${round}-again`, prompt + onlyJudgement))
  if (!verdict) throw new Error('The model that challenges gave no score.')
  return verdict
}

type Improvement = { readonly latest: Understood; readonly reason: string; readonly round: number }

async function improve(
  { work, question, instructions, context }: ChallengeInput,
  ask: AskModel,
  { latest, reason, round }: Improvement,
): Promise<Understood> {
  const prompt = `${question.prompt}

An earlier answer was: ${textOf(latest.value)}
Somebody who checked it against the document said: ${reason}
Read the document again and answer the question anew.`
  const { value, evidence, confidence } = await answerQuestion({
    // The evidence is searched near the words of the original question.
    work: { understand: (said) => work.understand({ ...said, question }) },
    question: { ...question, prompt },
    instructions,
    context,
    askModel: (call) => ask({ ...call, step: `${call.step}/improve-${round}` }),
  })
  return { value, evidence, confidence }
}

const roomForReply = 600

/**
 * Returns the part of the context that contains the answer, when the whole context is too long for
 * the model.
 */
function contextFor({ contextWindow }: Asked, text: string, quote: string): string {
  if (contextWindow <= 0) return text
  const tokens = contextWindow - roomForReply - estimateTextTokens(quote) * 2
  const letters = Math.max(400, Math.floor(tokens * estimateLettersPerToken(text)))
  const windows = splitIntoWindows(text, {
    maxLetters: letters,
    overlap: Math.min(300, letters >> 2),
  })
  return windows.find((window) => window.includes(quote)) ?? windows[0] ?? ''
}

function quoteIn(evidence: Understood['evidence']): string | undefined {
  if (evidence === null) return undefined
  if ('quote' in evidence) return String(evidence.quote)
  for (const one of Object.values(evidence)) {
    const found = quoteIn(one)
    if (found !== undefined) return found
  }
  return undefined
}

function textOf(value: Json): string {
  if (value === null) return 'NA'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Entry = { readonly score?: number; readonly result: string }

type Log = ReturnType<typeof openLog>

const titles = { extraction: 'Extraction', challenge: 'Challenge' } as const

/** Creates a log whose titles begin with `Re-` from the second run of a kind on. */
function openLog(now: () => Date) {
  const runs: ChallengeRun[] = []
  const write = (
    type: ChallengeRun['type'],
    model: string,
    entry: Entry,
    status: ChallengeRun['status'],
  ) => {
    const isAgain = runs.some((run) => run.type === type)
    const title =
      type === 'result' ? 'Result' : `${isAgain ? 'Re-' : ''}${titles[type]} by ${model}`
    runs.push({ type, title, model, status, ...entry, timestamp: now().toISOString() })
  }
  return {
    runs,
    add: (type: ChallengeRun['type'], model: string, entry: Entry) =>
      write(type, model, entry, 'success'),
    fail: (type: ChallengeRun['type'], model: string, result: string) =>
      write(type, model, { result }, 'failed'),
  }
}
