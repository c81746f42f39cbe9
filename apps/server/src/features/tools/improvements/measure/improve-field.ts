import { signTest } from '@recto/extraction/sign-test'
import type { TestCase } from '../../regression-tests/test-cases.ts'
import type { ValuePart } from './split-documents.ts'

export type PromptWording = { readonly prompt: string; readonly type: string }
export type CandidateWording = PromptWording & { readonly source: 'model' | 'labels' }

/** An expected value of the field, on one document. */
export type FieldCase = {
  readonly hash: string
  readonly part: ValuePart
  readonly expectedValue: string | null
}

/** An expected value of a field, with the document that it belongs to. */
export type DocumentCase = FieldCase & { readonly testCase: TestCase }

export type CaseAnswer = {
  readonly value: string | null
  readonly isRight: boolean
  /** Whether the other fields that depend on the wording are right, by key. */
  readonly others: ReadonlyMap<string, boolean>
}

/** `missing` where the document was deleted; `undefined` where the answer failed, for which the wording may be the reason. */
export type MaybeAnswer = CaseAnswer | 'missing' | undefined

export type AnsweredCase<Case extends FieldCase> = {
  readonly fieldCase: Case
  readonly currentAnswer: CaseAnswer
  readonly newAnswer: CaseAnswer
}

export type MeasuredScore = {
  readonly checked: number
  readonly rightBefore: number
  readonly rightAfter: number
  readonly fixedCount: number
  readonly brokenCount: number
}

export type FieldMeasurement<Case extends FieldCase> =
  | { readonly kind: 'nothing_wrong' | 'no_proposals' | 'unanswered' }
  | { readonly kind: 'not_better'; readonly tried: number }
  /** So few held-out answers are wrong that no wording could be proven better. */
  | {
      readonly kind: 'too_few_wrong'
      readonly wrongCount: number
      readonly neededCount: number
    }
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
  /** Number of held-out answers that must become right to rule out chance. */
  readonly neededCount: number
  /** Whether the same test was made before, so that it is no new risk; absent if there was none. */
  readonly isTested?: ((candidate: CandidateWording) => boolean) | undefined
  /** Proposes wordings from the answers of the first part alone. */
  readonly propose: (
    answers: readonly AnsweredPrompt<Case>[],
  ) => Promise<{ readonly candidates: readonly CandidateWording[] }>
  readonly answer: (wording: PromptWording, fieldCase: Case) => Promise<MaybeAnswer>
}

/**
 * Chooses the best wording on the first part of the expected values, and answers the second part with that one alone. So the second part is a
 * fair test however many wordings were tried. Nothing is proposed where the second part could not prove it.
 */
export async function improveField<Case extends FieldCase>({
  current,
  cases,
  neededCount,
  isTested,
  propose,
  answer,
}: FieldToImprove<Case>): Promise<FieldMeasurement<Case>> {
  const firstCases = cases.filter(({ part }) => part === 'first')
  const currentAnswers = await answerCases(firstCases, (one) => answer(current, one))
  if (currentAnswers.length === 0) return { kind: 'unanswered' }
  if (currentAnswers.every((one) => one.answer.isRight)) return { kind: 'nothing_wrong' }
  const heldOut = cases.filter(({ part }) => part === 'second')
  const heldOutAnswers = await answerCases(heldOut, (one) => answer(current, one))
  const wrongCount = heldOutAnswers.filter((one) => !one.answer.isRight).length
  const canProve = wrongCount >= neededCount
  if (!canProve && !isTested) return { kind: 'too_few_wrong', wrongCount, neededCount }
  const { candidates: proposedCandidates } = await propose(currentAnswers)
  if (proposedCandidates.length === 0) return { kind: 'no_proposals' }
  const candidates = proposedCandidates.filter((one) => canProve || isTested?.(one))
  if (candidates.length === 0) return { kind: 'too_few_wrong', wrongCount, neededCount }
  const best = await chooseBest(currentAnswers, candidates, answer)
  if (!best) return { kind: 'not_better', tried: candidates.length }
  const { candidate, score: first } = best
  const comparedCases = await compareCases(heldOutAnswers, (one) => answer(candidate, one))
  const second = sumScore(comparedCases)
  return {
    kind: 'tested',
    candidate,
    first,
    second,
    chance: signTest(second),
    worseKeys: findWorseKeys(comparedCases),
    changes: comparedCases.filter(
      ({ currentAnswer, newAnswer }) => currentAnswer.value !== newAnswer.value,
    ),
  }
}

type ScoredCandidate = { readonly candidate: CandidateWording; readonly score: MeasuredScore }

/** Returns the first of those that repair the most answers; `undefined` if none repairs more than it breaks. */
async function chooseBest<Case extends FieldCase>(
  currentAnswers: readonly AnsweredPrompt<Case>[],
  candidates: readonly CandidateWording[],
  answer: FieldToImprove<Case>['answer'],
): Promise<ScoredCandidate | undefined> {
  let best: ScoredCandidate | undefined
  for (const candidate of candidates) {
    const score = await scoreCandidate(currentAnswers, (one) => answer(candidate, one))
    if (score && gain(score) > (best ? gain(best.score) : 0)) best = { candidate, score }
  }
  return best
}

const gain = ({ fixedCount, brokenCount }: MeasuredScore) => fixedCount - brokenCount

export async function answerCases<Case extends FieldCase>(
  cases: readonly Case[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<readonly AnsweredPrompt<Case>[]> {
  const answers: AnsweredPrompt<Case>[] = []
  for (const fieldCase of cases) {
    const caseAnswer = await answer(fieldCase)
    if (caseAnswer && caseAnswer !== 'missing') answers.push({ fieldCase, answer: caseAnswer })
  }
  return answers
}

/** Answers the failing cases first: a candidate that repairs none of them needs no further calls. */
async function scoreCandidate<Case extends FieldCase>(
  currentAnswers: readonly AnsweredPrompt<Case>[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<MeasuredScore | undefined> {
  const failingCases = currentAnswers.filter((one) => !one.answer.isRight)
  const comparedFailures = await compareCases(failingCases, answer)
  if (comparedFailures.every(({ newAnswer }) => !newAnswer.isRight)) return undefined
  const right = currentAnswers.filter((one) => one.answer.isRight)
  return sumScore([...comparedFailures, ...(await compareCases(right, answer))])
}

const noAnswer: CaseAnswer = { value: null, isRight: false, others: new Map() }

/** Counts a case that only the candidate leaves unanswered as wrong, because the candidate may be the reason. Deleted documents are left out. */
export async function compareCases<Case extends FieldCase>(
  currentAnswers: readonly AnsweredPrompt<Case>[],
  answer: (fieldCase: Case) => Promise<MaybeAnswer>,
): Promise<readonly AnsweredCase<Case>[]> {
  const comparedCases: AnsweredCase<Case>[] = []
  for (const { fieldCase, answer: currentAnswer } of currentAnswers) {
    const newAnswer = await answer(fieldCase)
    if (newAnswer === 'missing') continue
    comparedCases.push({ fieldCase, currentAnswer, newAnswer: newAnswer ?? noAnswer })
  }
  return comparedCases
}

export function sumScore<Case extends FieldCase>(
  comparedCases: readonly AnsweredCase<Case>[],
): MeasuredScore {
  const count = (matches: (one: AnsweredCase<Case>) => boolean) =>
    comparedCases.filter(matches).length
  return {
    checked: comparedCases.length,
    rightBefore: count(({ currentAnswer }) => currentAnswer.isRight),
    rightAfter: count(({ newAnswer }) => newAnswer.isRight),
    fixedCount: count(
      ({ currentAnswer, newAnswer }) => !currentAnswer.isRight && newAnswer.isRight,
    ),
    brokenCount: count(
      ({ currentAnswer, newAnswer }) => currentAnswer.isRight && !newAnswer.isRight,
    ),
  }
}

export function findWorseKeys<Case extends FieldCase>(
  comparedCases: readonly AnsweredCase<Case>[],
): readonly string[] {
  const gains = new Map<string, number>()
  for (const { currentAnswer, newAnswer } of comparedCases) {
    for (const [key, wasRight] of currentAnswer.others) {
      const change = Number(newAnswer.others.get(key) ?? false) - Number(wasRight)
      gains.set(key, (gains.get(key) ?? 0) + change)
    }
  }
  return [...gains].filter(([, change]) => change < 0).map(([key]) => key)
}
