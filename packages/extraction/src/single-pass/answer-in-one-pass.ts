import { omitUndefined } from '@recto/omit-undefined'
import type { Json, Question } from '@recto/provider-spec/answer'
import { answerQuestion } from '../ask/answer-question.ts'
import { assemblePrompt, type Instructions } from '../ask/assemble-prompt.ts'
import type { DocumentWork, Understood } from '../ask/document-work.ts'
import type { AskModel } from '../ask/llm-call.ts'
import { saidValue } from '../ask/said-value.ts'
import { isBlankText } from '../values/non-answers.ts'
import { readValues } from '../values/read-values.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'
import { combinedQuestion, schemaOf } from './combined-question.ts'

type Input = {
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
  | ({ readonly isDone: true } & Understood)
  | { readonly isDone: false; readonly error: unknown }
)

const nothing = { isDone: true, value: null, evidence: null } as const

/**
 * Answers many questions with one model call that returns one object. A text that is too long for
 * the model is split into windows, each for the questions that the previous windows left open; too
 * many questions are split into groups. Keys missing from a reply are requested again, then one by
 * one. Each question has a separate outcome. The step names of calls are the same whenever the
 * replies are.
 */
export async function answerInOnePass(input: Input): Promise<readonly PassOutcome[]> {
  if (isBlankText(input.text)) return input.questions.map(({ key }) => ({ key, ...nothing }))
  const outcomes = new Map<string, PassOutcome>()
  const pass = { ...input, calls: { count: 0 } }
  for (const group of groupsOf(input)) {
    for (const outcome of await answerGroup(pass, group)) outcomes.set(outcome.key, outcome)
  }
  return input.questions.flatMap(({ key }) => outcomes.get(key) ?? [])
}

type Pass = Input & { readonly calls: { count: number } }

/** Maximum share of the context window for questions; the document needs the rest. */
const shareOfQuestions = 0.4
/** Tokens that a value may need in a reply. */
const tokensOfValue = 60
const leastReply = 300
const overlapLetters = 300
const leastWindow = 400

function groupsOf({ questions, contextWindow }: Input): readonly (readonly Question[])[] {
  if (contextWindow <= 0) return [questions]
  const room = contextWindow * shareOfQuestions
  const groups: Question[][] = []
  let taken = Number.POSITIVE_INFINITY
  for (const question of questions) {
    const tokens = estimateTextTokens(question.prompt) + tokensOfValue
    taken += tokens
    if (taken > room) {
      groups.push([])
      taken = tokens
    }
    groups.at(-1)?.push(question)
  }
  return groups
}

/**
 * Splits the text into as many windows as the model needs to read each together with the questions.
 */
function windowsFor({ text, contextWindow, instructions }: Input, group: readonly Question[]) {
  if (contextWindow <= 0) return [text]
  const frame = assemblePrompt({ prompt: combinedQuestion(group), type: 'json' }, instructions, [])
  const reply = Math.max(leastReply, group.length * tokensOfValue)
  const tokens = contextWindow - estimateTextTokens(frame) - reply
  const letters = Math.max(leastWindow, Math.floor(tokens * estimateLettersPerToken(text)))
  return splitIntoWindows(text, {
    maxLetters: letters,
    overlap: Math.min(overlapLetters, letters >> 2),
  })
}

async function answerGroup(
  pass: Pass,
  group: readonly Question[],
): Promise<readonly PassOutcome[]> {
  const windows = windowsFor(pass, group)
  const found = new Map<string, Understood>()
  /** Keys without an answer, or with one that cannot be converted. */
  const left = new Set<string>()
  const refused = new Map<string, Understood>()
  const open = () => group.filter(({ key }) => !found.has(key))
  let failure: Failure | undefined
  for (const window of windows) {
    if (open().length === 0) break
    failure = await answerWindow(pass, { questions: open(), window, found, left, refused })
    if (failure) break
  }
  return Promise.all(
    group.map(async ({ key, ...question }): Promise<PassOutcome> => {
      const understood = found.get(key)
      if (understood) return { key, isDone: true, ...understood }
      if (failure) return { key, isDone: false, error: failure.error }
      if (!left.has(key)) return { key, ...nothing, ...refused.get(key) }
      return answerAlone(pass, { key, ...question }, windows)
    }),
  )
}

type Failure = { readonly error: unknown }

type Looking = {
  readonly questions: readonly Question[]
  readonly window: string
  readonly found: Map<string, Understood>
  readonly left: Set<string>
  /** Answers that are null with a reason. */
  readonly refused: Map<string, Understood>
}

/**
 * Asks the questions on one window. Returns the failure that stopped it; earlier answers remain
 * valid.
 */
async function answerWindow(pass: Pass, looking: Looking): Promise<Failure | undefined> {
  const { questions, window, left } = looking
  const { said, failure } = await askTogether(pass, questions, window)
  for (const question of questions) {
    const { key } = question
    const value = said.get(key)
    if (value === undefined) left.add(key)
    if (value === undefined || value === null || value === '') continue
    keep(key, await pass.work.understand({ question, ...saidValue(question, value) }), looking)
  }
  return failure
}

function keep(
  key: string,
  understood: Understood | 'cut' | undefined,
  { found, left, refused }: Looking,
): void {
  if (typeof understood !== 'object') left.add(key)
  else if (understood.value !== null) found.set(key, understood)
  else if (understood.explanation) refused.set(key, understood)
}

/** Returns the model's answers for one window; missing keys are requested again. */
async function askTogether(
  pass: Pass,
  questions: readonly Question[],
  window: string,
): Promise<{ said: ReadonlyMap<string, Json>; failure?: Failure }> {
  const said = new Map<string, Json>()
  const rounds: Round[] = [{ questions, isAgain: false }]
  for (let round = rounds.shift(); round; round = rounds.shift()) {
    try {
      const reply = await askOnce(pass, round, window)
      for (const [key, value] of reply.asked) said.set(key, value)
      rounds.push(...roundsAfter(round, reply))
    } catch (error) {
      return { said, failure: { error } }
    }
  }
  return { said }
}

type Round = {
  readonly questions: readonly Question[]
  /** Whether the model left these questions out of an earlier reply. */
  readonly isAgain: boolean
}
type Asked = { readonly asked: ReadonlyMap<string, Json>; readonly isCut: boolean }

/**
 * Plans further rounds: each has fewer questions than the previous one, or is the last one for
 * them.
 */
function roundsAfter({ questions, isAgain }: Round, { asked, isCut }: Asked): readonly Round[] {
  const rest = questions.filter(({ key }) => !asked.has(key))
  if (rest.length === 0) return []
  if (asked.size > 0) return [{ questions: rest, isAgain: false }]
  if (isCut && rest.length > 1) {
    const middle = Math.ceil(rest.length / 2)
    return [rest.slice(0, middle), rest.slice(middle)].map((part) => ({
      questions: part,
      isAgain: false,
    }))
  }
  return isAgain ? [] : [{ questions: rest, isAgain: true }]
}

const onlyJson = '\n\nReply with the JSON object alone, and leave no key out.'

async function askOnce(pass: Pass, { questions, isAgain }: Round, window: string): Promise<Asked> {
  const { instructions, calls, askModel } = pass
  calls.count += 1
  const asked = `${combinedQuestion(questions)}${isAgain ? onlyJson : ''}`
  const { text, stoppedBy } = await askModel({
    purpose: 'answer',
    step: `single-pass/${calls.count}`,
    prompt: assemblePrompt({ prompt: asked, type: 'json' }, instructions, [window]),
    schema: schemaOf(questions),
  })
  const isCut = stoppedBy === 'length'
  const keys = questions.map(({ key }) => key)
  return { asked: readValues({ text, isCut }, keys), isCut }
}

/** Asks one question alone, window by window until one answers it. */
async function answerAlone(
  { work, instructions, askModel }: Pass,
  question: Question,
  windows: readonly string[],
): Promise<PassOutcome> {
  const { key } = question
  let reason: Understood['explanation']
  try {
    for (const [i, window] of windows.entries()) {
      const answer = await answerQuestion({
        work,
        question,
        instructions,
        context: [window],
        askModel: (call) =>
          askModel({ ...call, step: i === 0 ? call.step : `${call.step}@${i + 1}` }),
      })
      const { value, evidence, confidence, explanation } = answer
      if (value !== null) return { key, isDone: true, value, evidence, confidence }
      reason = explanation ?? reason
    }
    return { key, ...nothing, ...omitUndefined({ explanation: reason }) }
  } catch (error) {
    return { key, isDone: false, error }
  }
}
