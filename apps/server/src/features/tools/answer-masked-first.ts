import type { Tenant } from '../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  answerQuestions,
  type ConfiguredQuestion,
  type QuestionOutcome,
} from '../answering/answering.port.ts'
import {
  type CallContext,
  type MaskingRules,
  openMasking,
  valuesToMask,
} from '../model-calls/model-calls.port.ts'

type Asking = Omit<Parameters<typeof answerQuestions>[2], 'calls'> & { readonly calls: CallContext }

type MaskedFirst = {
  /** Those whose values are masked from now on. */
  readonly outcomes: readonly QuestionOutcome[]
  /** What is still to be asked, and how. */
  readonly rest: Asking
}

/**
 * Answers the questions first whose values are masked, so that the others can go to adapters that are outside. As
 * long as the value of one is not known, nothing goes there.
 */
export async function answerMaskedFirst(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  asking: Asking,
  rules: MaskingRules | undefined,
): Promise<MaskedFirst> {
  const { questions, document, calls } = asking
  const under = (known: MaskingRules | undefined) => {
    const given = { rules: known, scope: document.hash, signal: calls.signal }
    return { ...calls, masking: openMasking(ctx, given) }
  }
  const keys = rules?.unknown ?? []
  const first = questions.filter(({ key }) => keys.includes(key))
  // A summary might have been made outside, before anything was known.
  const whole = { ...asking, questions: first, source: undefined, calls: under(rules) }
  const outcomes = first.length > 0 ? await answerQuestions(ctx, tenant, whole) : []
  const answers = outcomes.flatMap((one) => (one.isDone ? [one.value] : []))
  const found = answers.flatMap(({ value, evidence }) => valuesToMask(value, evidence))
  const unknown = keys.filter((key) => !answers.some((one) => one.key === key))
  const known = rules && { ...rules, values: [...new Set(found)].toSorted(), unknown }
  return {
    outcomes,
    rest: {
      ...asking,
      questions: questions.filter((one) => !first.includes(one)),
      known: new Map([...asking.known, ...answers.map(({ key, value }) => [key, value] as const)]),
      calls: under(known),
    },
  }
}

/** Outcomes in the order of the questions. */
export function inOrderOf(
  questions: readonly ConfiguredQuestion[],
  outcomes: readonly QuestionOutcome[],
): readonly QuestionOutcome[] {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]))
  return questions.flatMap(({ key }) => byKey.get(key) ?? [])
}
