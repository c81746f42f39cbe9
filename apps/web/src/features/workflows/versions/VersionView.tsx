import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { type VersionSetting, versionSettings } from '../workflows.queries.ts'
import { nameOfSetting, SettingValue } from './setting-text.tsx'

type Props = { readonly workflowId: string; readonly version: number }

const columnsOf = (version: number): readonly Column<VersionSetting>[] => [
  { key: 'field', title: 'Setting', width: '30%', render: ({ field }) => nameOfSetting(field) },
  {
    key: 'value',
    title: `Version ${version}`,
    render: ({ value }) => <SettingValue value={value} />,
  },
  {
    key: 'live',
    title: 'Live',
    render: ({ value, live }) =>
      value === live ? <span className="faint">the same</span> : <SettingValue value={live} />,
  },
]

const differencesFirst = (settings: readonly VersionSetting[]) => [
  ...settings.filter(({ value, live }) => value !== live),
  ...settings.filter(({ value, live }) => value === live),
]

/** All settings of a version, next to those that are live. */
export function VersionView({ workflowId, version }: Props) {
  const { data, error, refetch } = useQuery(versionSettings(workflowId, version))
  return (
    <section className="version-view" aria-label={`Version ${version}`}>
      <h3>Version {version}</h3>
      {error && (
        <FailureState
          error={error}
          fallback="Failed to get the version"
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton />}
      {data && (
        <DataTable
          label={`Settings of version ${version}`}
          columns={columnsOf(version)}
          rows={differencesFirst(data)}
          keyOf={({ field }) => field}
          emptyText=""
        />
      )}
    </section>
  )
}
