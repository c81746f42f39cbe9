import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Alert, Select } from 'antd'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { Loaded } from '../../shared/layout/Loaded.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { AlarmList } from './AlarmList.tsx'
import { WatchCharts } from './WatchCharts.tsx'
import { watchOf } from './watch.queries.ts'
import {
  dayCounts,
  readWatchSearch,
  type Watch,
  type WatchOwner,
  type WatchSearch,
} from './watch.ts'
import './watch.css'

export function WatchRoute() {
  const { kind, ownerId = '' } = useParams({ strict: false }) as {
    readonly kind?: string
    readonly ownerId?: string
  }
  const owner = { kind: kind === 'api' ? 'api' : 'pipeline', id: ownerId } as const
  return <WatchPage key={ownerId} owner={owner} />
}

/** Shows how a deployment or pipeline reads documents, by day and field, and its alarms. */
function WatchPage({ owner }: { readonly owner: WatchOwner }) {
  const to = usePaths()
  const search = readWatchSearch(useAddressSearch())
  const query = useQuery(watchOf(owner, search.days))
  const title = query.data ? `Watch ${query.data.name}` : 'Watch'
  usePageTitle(title)
  return (
    <div className="page">
      <p className="watch-back">
        {owner.kind === 'api' ? (
          <Link to={to.apiDeployments()}>← API deployments</Link>
        ) : (
          <Link to={to.etlPipelines()}>← Pipelines</Link>
        )}
      </p>
      <PageHeader
        title={title}
        description="What is read of documents in production, and alarms when a field changes"
      >
        {query.data && <Choices watch={query.data} search={search} />}
      </PageHeader>
      <Loaded query={query} failureText="Failed to load the watch">
        {(watch) => <WatchContent owner={owner} watch={watch} search={search} />}
      </Loaded>
    </div>
  )
}

type ContentProps = {
  readonly owner: WatchOwner
  readonly watch: Watch
  readonly search: WatchSearch
}

function WatchContent({ owner, watch, search }: ContentProps) {
  const { documents, minDocuments } = watch
  if (documents === 0 && watch.alarms.length === 0) {
    return (
      <EmptyState
        title="No documents were read yet"
        explanation={`Charts appear with the first document. Alarms need ${minDocuments} documents that one version has read.`}
      />
    )
  }
  return (
    <>
      {documents <= minDocuments && (
        <Alert
          type="info"
          showIcon
          title={`Not enough documents for alarms yet: ${documents} of ${minDocuments}. They count from the last publishing on.`}
        />
      )}
      <AlarmList owner={owner} watch={watch} />
      <WatchCharts watch={watch} search={search} />
    </>
  )
}

const wholeDocuments = ''

function Choices({ watch, search }: Omit<ContentProps, 'owner'>) {
  const change = useChangeAddressSearch()
  return (
    <>
      <Select
        aria-label="Field"
        className="watch-choice"
        value={search.field ?? wholeDocuments}
        onChange={(field) => change({ field: field === wholeDocuments ? undefined : field })}
        options={[
          { value: wholeDocuments, label: 'Whole documents' },
          ...watch.fields.map((field) => ({ value: field, label: field })),
        ]}
      />
      <Select
        aria-label="Days"
        value={search.days}
        onChange={(days) => change({ days: days === dayCounts[0] ? undefined : days })}
        options={dayCounts.map((days) => ({ value: days, label: `${days} days` }))}
      />
    </>
  )
}
