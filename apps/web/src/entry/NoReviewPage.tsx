import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { usePageTitle } from '../shared/navigation/page-title.ts'

/** Shown to users who only review, if the review is not installed. */
export function NoReviewPage() {
  usePageTitle('Review')
  return (
    <div className="page">
      <EmptyState
        title="Nothing to review here"
        explanation="Review is not enabled in this installation. Ask an organization admin for a different role."
      />
    </div>
  )
}
