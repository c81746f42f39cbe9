import { EmptyState } from '../shared/layout/EmptyState.tsx'
import { PageHeader } from '../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../shared/navigation/page-title.ts'

/** The pages of the verticals, which have their address and menu although no extractor is installed. */
export function VerticalsPage() {
  usePageTitle('Verticals')
  return (
    <div className="page">
      <PageHeader title="Verticals" />
      <EmptyState
        title="No ready-made extractors"
        explanation="This installation has no extractors for a specific kind of document."
      />
    </div>
  )
}
