import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { comparisonList, useCancelComparison } from '../comparison.queries.ts'
import { improvementList, minExpectedValues } from '../improvement.queries.ts'
import { isOpen } from '../measuring-run.ts'
import { useEditor, useProjectMode } from '../state/editor-context.ts'
import { CompareForm } from './CompareForm.tsx'
import { ComparisonResult } from './ComparisonResult.tsx'
import { MeasureProgress } from './MeasureProgress.tsx'

/** Compares profiles on the expected values, and shows what the last comparison has found. */
export function ProfilesView() {
  const { project, allProfiles } = useEditor()
  const { isSinglePass } = useProjectMode()
  const comparisons = useQuery(comparisonList(project.id))
  const improvements = useQuery(improvementList(project.id))
  const cancel = useCancelComparison()
  const error = comparisons.error ?? improvements.error
  if (error) {
    return (
      <FailureState
        error={error}
        fallback="Failed to fetch the comparisons"
        onRetry={() => {
          void comparisons.refetch()
          void improvements.refetch()
        }}
      />
    )
  }
  if (!comparisons.data || !improvements.data) {
    return <div className="bone score-bone" aria-busy="true" />
  }
  const { latest } = comparisons.data
  const { expectedValueCounts } = improvements.data
  const obstacle = findObstacle({
    isSinglePass,
    profileCount: allProfiles.length,
    maxCount: Math.max(0, ...expectedValueCounts.values()),
  })
  return (
    <>
      <p className="faint">
        For each field, the cheapest profile that is right as often is chosen on one part of the
        expected values and confirmed on the other. Nothing changes until you accept it.
      </p>
      {latest && isOpen(latest) ? (
        <MeasureProgress run={latest} cancel={cancel} />
      ) : obstacle ? (
        <Alert type="info" showIcon title={obstacle} />
      ) : (
        <CompareForm expectedValueCounts={expectedValueCounts} />
      )}
      {latest && !isOpen(latest) && <ComparisonResult comparison={latest} />}
    </>
  )
}

type Situation = {
  readonly isSinglePass: boolean
  readonly profileCount: number
  /** The most expected values that a field has. */
  readonly maxCount: number
}

/** Says why nothing can be compared. */
function findObstacle({ isSinglePass, profileCount, maxCount }: Situation): string | undefined {
  if (isSinglePass) {
    return 'A single pass answers all prompts with the default profile, so a prompt cannot have a cheaper one.'
  }
  if (profileCount < 2) {
    return 'The project has one LLM profile. Add another in its settings to compare them.'
  }
  if (maxCount < minExpectedValues) {
    return `A field needs at least ${minExpectedValues} expected values to be compared. Mark outputs as correct, or enter their expected values.`
  }
  return undefined
}
