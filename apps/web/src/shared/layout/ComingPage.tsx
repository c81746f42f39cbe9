import { usePageTitle } from '../navigation/page-title.ts'
import { EmptyState } from './EmptyState.tsx'
import { PageHeader } from './PageHeader.tsx'

type Props = {
  readonly title: string
  /** What the screen will be for. */
  readonly description: string
}

/** A screen that this version does not have, saying so. */
export function ComingPage({ title, description }: Props) {
  usePageTitle(title)
  return (
    <div className="page">
      <PageHeader title={title} description={description} />
      <div className="sheet">
        <EmptyState
          title="Not in this version yet"
          explanation={`${title} comes in a later version. Everything else works without it.`}
        />
      </div>
    </div>
  )
}
