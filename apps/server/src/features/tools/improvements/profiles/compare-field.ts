import { upperBound } from '@recto/extraction/binomial-bound'
import {
  type AnsweredCase,
  type AnsweredPrompt,
  answerCases,
  type CaseAnswer,
  compareCases,
  type FieldCase,
  findWorseKeys,
  type MaybeAnswer,
  type MeasuredScore,
  sumScore,
} from '../measure/improve-field.ts'

/** The cost of an answer. The dollars are null if a price is not known. */
type AnswerCost = { readonly dollars: number | null; readonly seconds: number }

/** The answer of a profile says what it has cost. */
export type MaybeProfileAnswer =
  | (CaseAnswer & { readonly cost: AnswerCost })
  | Exclude<MaybeAnswer, CaseAnswer>

/** Right answers of a profile, with averages for a document. */
export type MeasuredProfile = {
  readonly profileId: string
  readonly checked: number
  readonly right: number
  /** Null if a price is not known, or if no document could be answered. */
  readonly dollars: number | null
  readonly seconds: number | null
}

type ConfirmedChoice = {
  readonly chosenId: string
  readonly first: MeasuredScore
  readonly second: MeasuredScore
  /** The current profile and the chosen one on the second part. */
  readonly heldOut: readonly MeasuredProfile[]
  /** The loss that the second part cannot exclude, as a share of the values. */
  readonly maxLoss: number
  /** Keys of other fields that have fewer right answers. */
  readonly worseKeys: readonly string[]
}

export type ProfileChoice =
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'unpriced'; readonly scores: readonly MeasuredProfile[] }
  /** No other profile costs less. */
  | { readonly kind: 'cheapest'; readonly scores: readonly MeasuredProfile[] }
  /** Cheaper profiles lose more than the tolerance allows. */
  | { readonly kind: 'not_as_good'; readonly scores: readonly MeasuredProfile[] }
  | ({
      readonly kind: 'recommended' | 'not_confirmed'
      readonly scores: readonly MeasuredProfile[]
    } & ConfirmedChoice)

type FieldToCompare<Case extends FieldCase> = {
  readonly currentId: string
  readonly otherIds: readonly string[]
  readonly cases: readonly Case[]
  /** How many points of accuracy may be lost. */
  readonly tolerance: number
  /** Risk that the stated loss is exceeded. */
  readonly risk: number
  readonly answer: (profileId: string, fieldCase: Case) => Promise<MaybeProfileAnswer>
}

type ProfileResult = {
  readonly profile: MeasuredProfile
  readonly comparison: MeasuredScore
  readonly worseKeys: readonly string[]
}

/**
 * Chooses the cheapest profile that is right often enough on the first part of the expected values, and answers the second part with that one alone.
 * So the second part is a fair test however many profiles were compared.
 */
export async function compareField<Case extends FieldCase>({
  currentId,
  otherIds,
  cases,
  tolerance,
  risk,
  answer,
}: FieldToCompare<Case>): Promise<ProfileChoice> {
  const firstCases = cases.filter(({ part }) => part === 'first')
  const currentAnswers = await answerCases(firstCases, (one) => answer(currentId, one))
  if (currentAnswers.length === 0) return { kind: 'unanswered' }
  const current = scoreCurrent(currentId, currentAnswers)
  const otherProfiles: ProfileResult[] = []
  for (const id of otherIds) otherProfiles.push(await scoreProfile(id, currentAnswers, answer))
  const scores = [current, ...otherProfiles.map(({ profile }) => profile)]
  if (current.dollars === null) return { kind: 'unpriced', scores }
  const cheaperProfiles = otherProfiles.filter(({ profile }) => isCheaper(profile, current))
  if (cheaperProfiles.length === 0) {
    const isUnknown = otherProfiles.every(({ profile }) => profile.dollars === null)
    return { kind: isUnknown ? 'unpriced' : 'cheapest', scores }
  }
  const [cheapest] = cheaperProfiles
    .filter((one) => isGoodEnough(one, tolerance))
    .toSorted((a, b) => (a.profile.dollars ?? 0) - (b.profile.dollars ?? 0))
  if (!cheapest) return { kind: 'not_as_good', scores }
  const chosenId = cheapest.profile.profileId
  const heldOut = cases.filter(({ part }) => part === 'second')
  const heldOutAnswers = await answerCases(heldOut, (one) => answer(currentId, one))
  const heldOutResult = await scoreProfile(chosenId, heldOutAnswers, answer)
  const { comparison: second, worseKeys } = heldOutResult
  const currentOnHeldOut = scoreCurrent(currentId, heldOutAnswers)
  const isConfirmed =
    second.checked > 0 &&
    isGoodEnough(heldOutResult, tolerance) &&
    isCheaper(heldOutResult.profile, currentOnHeldOut)
  return {
    kind: isConfirmed ? 'recommended' : 'not_confirmed',
    scores,
    chosenId,
    first: cheapest.comparison,
    second,
    heldOut: [currentOnHeldOut, heldOutResult.profile],
    // No more can be lost than the share of right answers that become wrong.
    maxLoss: upperBound(second.brokenCount, second.checked, risk),
    worseKeys,
  }
}

const isCheaper = ({ dollars }: MeasuredProfile, current: MeasuredProfile): boolean =>
  dollars !== null && current.dollars !== null && dollars < current.dollars

/** Allows for the rounding of a tolerance such as 2.5 points of 40 values. */
const rounding = 1e-9

const isGoodEnough = ({ comparison, worseKeys }: ProfileResult, tolerance: number): boolean => {
  const lostCount = comparison.rightBefore - comparison.rightAfter
  const mayLose = (tolerance / 100) * comparison.checked + rounding
  return lostCount <= mayLose && worseKeys.length === 0
}

type CostedAnswer<Case extends FieldCase> = AnsweredPrompt<Case> & {
  readonly answer: CaseAnswer & { readonly cost?: AnswerCost }
}

const scoreCurrent = <Case extends FieldCase>(
  profileId: string,
  answers: readonly CostedAnswer<Case>[],
): MeasuredProfile => ({
  profileId,
  checked: answers.length,
  right: answers.filter(({ answer }) => answer.isRight).length,
  ...averageCost(answers.map(({ answer }) => answer)),
})

async function scoreProfile<Case extends FieldCase>(
  profileId: string,
  currentAnswers: readonly AnsweredPrompt<Case>[],
  answer: FieldToCompare<Case>['answer'],
): Promise<ProfileResult> {
  const comparedCases: readonly AnsweredCase<Case>[] = await compareCases(currentAnswers, (one) =>
    answer(profileId, one),
  )
  const comparison = sumScore(comparedCases)
  return {
    profile: {
      profileId,
      checked: comparison.checked,
      right: comparison.rightAfter,
      ...averageCost(comparedCases.map(({ newAnswer }) => newAnswer)),
    },
    comparison,
    worseKeys: findWorseKeys(comparedCases),
  }
}

/** Averages over the documents that were answered. */
function averageCost(
  answers: readonly (CaseAnswer & { readonly cost?: AnswerCost })[],
): Pick<MeasuredProfile, 'dollars' | 'seconds'> {
  const costs = answers.flatMap(({ cost }) => cost ?? [])
  if (costs.length === 0) return { dollars: null, seconds: null }
  const seconds = costs.reduce((sum, one) => sum + one.seconds, 0) / costs.length
  if (costs.some(({ dollars }) => dollars === null)) return { dollars: null, seconds }
  const dollars = costs.reduce((sum, one) => sum + (one.dollars ?? 0), 0) / costs.length
  return { dollars, seconds }
}
