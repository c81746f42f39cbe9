import { Button } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { paths } from '../../shared/navigation/paths.ts'

/** Replaces a page that the user may not open. */
export function UnauthorizedPage() {
  usePageTitle('Not authorized')
  return (
    <div className="page">
      <EmptyState
        title="Not authorized"
        explanation="Sorry, you dont have access to this page. Please contact the administrator for assistance."
      >
        <Button type="primary" href={paths.home()}>
          Go to the home page
        </Button>
      </EmptyState>
    </div>
  )
}
