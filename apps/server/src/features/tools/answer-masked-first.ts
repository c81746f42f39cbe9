import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweringDependencies,
  type AnsweringInput,
  answerQuestions,
  type ConfiguredQuestion,
  type QuestionOutcome,
} from '../answering/answering.port.ts'
import { type MaskingRules, openMasking, valuesToMask } from '../model-calls/model-calls.port.ts'

type MaskedFirstResult = {
  /** Outcomes of the questions whose values are masked from then on. */
  readonly maskedOutcomes: readonly QuestionOutcome[]
  /** The request for the remaining questions. */
  readonly remainingRequest: AnsweringInput
  /** The spellings that are masked from then on; `undefined` while a value that must be masked is unknown. */
  readonly maskedValues: readonly string[] | undefined
}

/**
 * Answers the questions whose values are masked first, so that the others can go to external
 * adapters. Nothing is sent there while one of these values is unknown.
 */
export async function answerMaskedFirst(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  request: AnsweringInput,
  rules: MaskingRules | undefined,
): Promise<MaskedFirstResult> {
  const { questions, document, calls } = request
  const withMasking = (maskingRules: MaskingRules | undefined) => {
    const options = { rules: maskingRules, scope: document.hash, signal: calls.signal }
    return { ...calls, masking: openMasking(ctx, options), hidesPages: rules !== undefined }
  }
  // `unknown` is a key of a stored digest, so it keeps its name.
  const maskedKeys = rules?.unknown ?? []
  const maskedQuestions = questions.filter(({ key }) => maskedKeys.includes(key))
  // A summary could come from an external adapter, before the values to mask are known.
  const maskedRequest = {
    ...request,
    questions: maskedQuestions,
    loadReplacementText: undefined,
    calls: withMasking(rules),
  }
  const outcomes =
    maskedQuestions.length > 0 ? await answerQuestions(ctx, tenant, maskedRequest) : []
  const answers = outcomes.filter((outcome) => outcome.isOk).map((outcome) => outcome.value)
  const foundValues = answers.flatMap(({ value, evidence }) => valuesToMask(value, evidence))
  const unknownKeys = maskedKeys.filter((key) => !answers.some((answer) => answer.key === key))
  const completedRules = rules && {
    ...rules,
    values: [...new Set(foundValues)].toSorted(),
    unknown: unknownKeys,
  }
  return {
    maskedOutcomes: outcomes,
    maskedValues: unknownKeys.length === 0 ? foundValues : undefined,
    remainingRequest: {
      ...request,
      questions: questions.filter((question) => !maskedQuestions.includes(question)),
      knownValues: new Map([
        ...request.knownValues,
        ...answers.map(({ key, value }) => [key, value] as const),
      ]),
      calls: withMasking(completedRules),
    },
  }
}

/** Outcomes in the order of the questions. */
export function sortByQuestions(
  questions: readonly ConfiguredQuestion[],
  outcomes: readonly QuestionOutcome[],
): readonly QuestionOutcome[] {
  const outcomeByKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]))
  return questions.flatMap(({ key }) => outcomeByKey.get(key) ?? [])
}
