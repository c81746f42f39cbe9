import { amountOf } from './metric.ts'
import type { PeriodUsage } from './usage.ts'

/** A saving has made the period cheaper. */
export type Saving = {
  readonly key: string
  readonly name: string
  /** Says what was saved, and how it is known. */
  readonly explanation: string
  /** Null if nobody knows what it would have cost. */
  readonly dollars: number | null
}

const count = (value: number) => amountOf('llm_calls', value)

/** Lists what has made the period cheaper, and leaves out what did not. Estimates say that they are estimates. */
export function savingsOf(usage: PeriodUsage): readonly Saving[] {
  const { total } = usage
  const fromCalls = [
    {
      key: 'cache',
      name: 'Caches of services',
      explanation: `${count(total.cached)} of ${count(total.input + total.cached)} input tokens were read from a cache.`,
      dollars: total.savedByCache === 0 && total.unpricedCalls > 0 ? null : total.savedByCache,
      isUsed: total.cached > 0,
    },
    {
      key: 'single-pass',
      name: 'Single pass',
      explanation: 'Sending the document with each question would have cost this much more.',
      dollars: total.savedBySinglePass,
      isUsed: total.savedBySinglePass > 0,
    },
    {
      key: 'batch',
      name: 'Batches',
      explanation: 'Calls that could wait up to 24 hours would have cost this much more at once.',
      dollars: total.savedByBatch,
      isUsed: total.savedByBatch > 0,
    },
  ]
  const fromAnswers = [
    {
      key: 'layouts',
      name: 'Layouts',
      answers: total.layoutAnswers,
      estimate: total.savedByLayouts,
    },
    {
      key: 'built-in',
      name: 'Built-in extractor',
      answers: total.builtInAnswers,
      estimate: total.savedByBuiltIn,
    },
    {
      key: 'embedded',
      name: 'Embedded data',
      answers: total.embeddedAnswers,
      estimate: total.savedByEmbedded,
    },
  ]
  return [
    ...fromCalls.filter(({ isUsed }) => isUsed),
    ...fromAnswers
      .filter(({ answers }) => answers > 0)
      .map(({ key, name, answers, estimate }) => ({
        key,
        name,
        explanation: describeAnswers(answers, usage),
        dollars: usage.averageCost === null ? null : estimate,
      })),
  ]
}

function describeAnswers(answers: number, { averageCost }: PeriodUsage): string {
  const estimate =
    averageCost === null
      ? 'No call had a known price, so nobody can say what these would have cost.'
      : `Estimated: a question has cost ${amountOf('llm_usage', averageCost)} on average.`
  return `${count(answers)} ${answers === 1 ? 'question' : 'questions'} answered without a call. ${estimate}`
}

/** Says whether something was saved of which no part has a known price. */
export const areUnpriced = (savings: readonly Saving[]): boolean =>
  savings.length > 0 && savings.every(({ dollars }) => dollars === null)
