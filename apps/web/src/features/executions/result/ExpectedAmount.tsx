import { amountText } from '../amount.ts'
import type { Execution } from '../execution.ts'

/** Shows the usage that a dry run predicts for the whole source. */
export function ExpectedAmount({ execution }: { readonly execution: Execution }) {
  const { expected, totalFiles } = execution
  if (!expected) return null
  return (
    <p className="expected-amount" role="status">
      A run of the whole source would read{' '}
      <strong>
        {expected.files} {expected.files === 1 ? 'file' : 'files'}, {amountText(expected)}
      </strong>
      , judging by {totalFiles} of them. Nothing was handed over.
    </p>
  )
}
