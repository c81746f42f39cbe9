import { amountText } from '../amount.ts'
import type { Execution } from '../execution.ts'

/** Shows the usage that a dry run predicts for the whole source. */
export function ExpectedAmount({ execution }: { readonly execution: Execution }) {
  const { expected, totalFiles } = execution
  if (!expected) return null
  return (
    <p className="expected-amount" role="status">
      Estimate for the whole source:{' '}
      <strong>
        {expected.files} {expected.files === 1 ? 'file' : 'files'}, {amountText(expected)}
      </strong>
      , based on {totalFiles} {totalFiles === 1 ? 'file' : 'files'}. No results were delivered.
    </p>
  )
}
