import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'

/** Shown if app deployments are not installed or are switched off. */
export function NoAppsPage() {
  usePageTitle('App Deployments')
  return (
    <div className="page">
      <PageHeader title="App Deployments" />
      <div className="sheet">
        <EmptyState
          title="App deployments are not available"
          explanation="Standalone apps are not enabled in this installation. All other features are available."
        />
      </div>
    </div>
  )
}
