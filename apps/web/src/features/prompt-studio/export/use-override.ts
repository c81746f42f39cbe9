import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  isInProgress,
  type RegressionTests,
  regressionTestList,
} from '../regression-test.queries.ts'
import { useEditor } from '../state/editor-context.ts'

const widePx = 860

/** Manages the reason that is required if expected values would get worse with the export. */
export function useOverride() {
  const { id } = useEditor().project
  const { data, isPending, refetch } = useQuery(regressionTestList(id))
  const [reason, setReason] = useState('')
  const needsReason = hasRegressions(data)
  const trimmedReason = reason.trim()
  return {
    isPending,
    needsReason,
    isMissing: needsReason && trimmedReason === '',
    okText: needsReason ? 'Export anyway' : 'Export',
    /** Whether it is known that there are no expected values to test the export with. */
    hasNoExpectedValues: data?.expectedValueCount === 0,
    /** Width of the dialog, which shows values side by side. */
    width: data && data.expectedValueCount > 0 ? widePx : undefined,
    /** The part of the export request that contains the reason. */
    requestFields: needsReason ? { reason: trimmedReason } : {},
    reason,
    setReason,
    /** Reloads the regression tests, because the server may have run another one. */
    reload: () => void refetch(),
  }
}

function hasRegressions(tests: RegressionTests | undefined): boolean {
  const latest = tests?.latest
  if (!latest || latest.version === null || isInProgress(latest)) return false
  return latest.state === 'failed' || latest.outcomes.worse > 0
}
