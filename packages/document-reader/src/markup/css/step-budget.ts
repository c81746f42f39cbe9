import { ReadError } from '@recto/document-text/read-error'

/** Counts comparisons of rules with elements, so that a page cannot ask for any number of them. */
export type StepBudget = { readonly take: () => void }

const maxSteps = 20_000_000

/** Its `take` throws `ReadError` when the budget is used up. */
export function openStepBudget(): StepBudget {
  let steps = 0
  return {
    take() {
      if (++steps > maxSteps) throw tooManyRules()
    },
  }
}

export const tooManyRules = (): ReadError =>
  new ReadError('too-large', 'The page has too many style rules for its size.')
