import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { usePageTitle } from '../shared/navigation/page-title.ts'

/** Where values are not reviewed there is nothing for those whose role is to do that. */
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
