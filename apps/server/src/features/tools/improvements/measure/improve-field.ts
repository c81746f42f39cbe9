import { signTest } from '@recto/extraction/sign-test'
import type { ValuePart } from './split-documents.ts'

export type PromptWording = { readonly prompt: string; readonly type: string }
export type CandidateWording = PromptWording & { readonly source: 'model' | 'labels' }

/** An expected value of the field, on one document. */
export type FieldCase = {
  readonly hash: string
  readonly part: ValuePart
  readonly expectedValue: string | null
}

export type CaseAnswer = {
  readonly value: string | null
  readonly isRight: boolean
  /** Whether the other fields that depend on the wording are right, by key. */
  readonly others: ReadonlyMap<string, boolean>
}

/** Undefined where the document could not be answered, which says nothing about the wording. */
type MaybeAnswer = CaseAnswer | undefined

export type AnsweredCase<Case extends FieldCase> = {
  readonly fieldCase: Case
  readonly before: CaseAnswer
  readonly after: CaseAnswer
}

export type MeasuredScore = {
  readonly checked: number
  readonly rightBefore: number
  readonly rightAfter: number
  readonly fixed: number
  readonly broken: number
}

export type FieldMeasurement<Case extends FieldCase> =
  | { readonly kind: 'nothing_wrong' | 'no_proposals' | 'unanswered' }
  | { readonly kind: 'not_better'; readonly tried: number }
  | {
      readonly kind: 'tested'
      readonly candidate: CandidateWording
      readonly first: MeasuredScore
      readonly second: MeasuredScore
      /** Probability that chance alone makes the second part so much better. */
      readonly chance: number
      /** Keys of other fields that have fewer right answers. */
      readonly worseKeys: readonly string[]
      readonly changes: readonly AnsweredCase<Case>[]
    }

export type AnsweredPrompt<Case extends FieldCase> = {
  readonly fieldCase: Case
  readonly answer: CaseAnswer
}

type FieldToImprove<Case extends FieldCase> = {
  readonly current: PromptWording
  readonly cases: readonly Case[]
  /** Proposes wordings from the answers of the first part alone. */
  readonly propose: (answers: readonly AnsweredPrompt<Case>[]) => Promise<readonly CandidateWording[]>
  readonly answer: (wording: PromptWording, fieldCase: Case) => Promise<MaybeAnswer>
}

/**
 * Chooses the best wording on the first part of the expected values, and answers the second part with that one alone. So the second part is a
 * fair test however many wordings were tried.
 */
export async function improveField<Case extends FieldCase>({
  current,
  cases,
  propose,
  answer,
}: FieldToImprove<Case>): Promise<FieldMeasurement<Case>> {
  const firstCases = cases.filter(({ part }) => part === 'first')
  const currentAnswers = await answerCases(firstCases, (one) => answer(current, one))
  if (currentAnswers.length === 0) return { kind: 'unanswered' }
  if (currentAnswers.every((one) => one.answer.isRight)) return { kind: 'nothing_wrong' }
  const candidates = await propose(currentAnswers)
  if (candidates.length === 0) return { kind: 'no_proposals' }
  let best: { readonly candidate: CandidateWording; readonly score: MeasuredScore } | undefined
  for (const candidate of candidates) {
    const score = await scoreCandidate(currentAnswers, (one) => answer(candidate, one))
    if (score && gain(score) > (best ? gain(best.score) : 0)) best = { candidate, score }
  }
  if (!best) return { kind: 'not_better', tried: candidates.length }
  const { candidate, score: first } = best
  const heldOut = cases.filter(({ part }) => part === 'second')
  const heldOutAnswers = await answerCases(heldOut, (one) => answer(current, one))
  const compared = await compareCases(heldOutAnswers, (one) => answer(candidate, one))
  const second = sumScore(compared)
  return {
    kind: 'tested',
    candidate,
    first,
    second,
    chance: signTest(second),
    worseKeys: findWorseKeys(compared),
    changes: compared.filter(({ before, after }) => before.value !== after.value),
  }
}

const gain = ({ fixed, broken }: MeasuredScore) => fixed - broken

async function answerCases<Case extends FieldCase>(
  cases: readonly Case[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<readonly AnsweredPrompt<Case>[]> {
  const answers: AnsweredPrompt<Case>[] = []
  for (const fieldCase of cases) {
    const caseAnswer = await answer(fieldCase)
    if (caseAnswer) answers.push({ fieldCase, answer: caseAnswer })
  }
  return answers
}

/** Answers the failing cases first: a candidate that repairs none of them needs no further calls. */
async function scoreCandidate<Case extends FieldCase>(
  currentAnswers: readonly AnsweredPrompt<Case>[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<MeasuredScore | undefined> {
  const failing = currentAnswers.filter((one) => !one.answer.isRight)
  const repaired = await compareCases(failing, answer)
  if (repaired.every(({ after }) => !after.isRight)) return undefined
  const right = currentAnswers.filter((one) => one.answer.isRight)
  return sumScore([...repaired, ...(await compareCases(right, answer))])
}

const noAnswer: CaseAnswer = { value: null, isRight: false, others: new Map() }

/** Counts a case that only the candidate leaves unanswered as wrong, because the candidate may be the reason. */
async function compareCases<Case extends FieldCase>(
  currentAnswers: readonly AnsweredPrompt<Case>[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<readonly AnsweredCase<Case>[]> {
  const compared: AnsweredCase<Case>[] = []
  for (const { fieldCase, answer: before } of currentAnswers) {
    compared.push({ fieldCase, before, after: (await answer(fieldCase)) ?? noAnswer })
  }
  return compared
}

function sumScore<Case extends FieldCase>(compared: readonly AnsweredCase<Case>[]): MeasuredScore {
  const count = (matches: (one: AnsweredCase<Case>) => boolean) => compared.filter(matches).length
  return {
    checked: compared.length,
    rightBefore: count(({ before }) => before.isRight),
    rightAfter: count(({ after }) => after.isRight),
    fixed: count(({ before, after }) => !before.isRight && after.isRight),
    broken: count(({ before, after }) => before.isRight && !after.isRight),
  }
}

function findWorseKeys<Case extends FieldCase>(
  compared: readonly AnsweredCase<Case>[],
): readonly string[] {
  const gains = new Map<string, number>()
  for (const { before, after } of compared) {
    for (const [key, wasRight] of before.others) {
      const change = Number(after.others.get(key) ?? false) - Number(wasRight)
      gains.set(key, (gains.get(key) ?? 0) + change)
    }
  }
  return [...gains].filter(([, change]) => change < 0).map(([key]) => key)
}
