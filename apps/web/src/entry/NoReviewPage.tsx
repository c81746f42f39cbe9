import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { usePageTitle } from '../shared/navigation/page-title.ts'

/** Shown to users who only review, if the review is not installed. */
export function NoReviewPage() {
  usePageTitle('Review')
  return (
    <div className="page">
      <EmptyState
        title="Nothing to review here"
        explanation="Values are not reviewed in this installation. Ask an admin of the organization for another role."
      />
    </div>
  )
}
