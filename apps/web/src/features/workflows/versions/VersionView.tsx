import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Workflow } from '../workflow.ts'
import { type VersionSetting, versionSettings } from '../workflows.queries.ts'
import { SettingValue } from './SettingValue.tsx'
import { isIdOfNamed, nameOfSetting, type SettingSchemas } from './setting-words.ts'
import { useSettingSchemas } from './use-setting-schemas.ts'

type Props = { readonly workflow: Workflow; readonly version: number }

const columnsOf = (version: number, schemas: SettingSchemas): readonly Column<VersionSetting>[] => [
  {
    key: 'field',
    title: 'Setting',
    width: '30%',
    render: ({ field }) => nameOfSetting(field, schemas),
  },
  {
    key: 'value',
    title: `Version ${version}`,
    render: ({ field, value }) => <SettingValue field={field} value={value} schemas={schemas} />,
  },
  {
    key: 'live',
    title: 'Live',
    render: ({ field, value, live }) =>
      value === live ? (
        <span className="faint">the same</span>
      ) : (
        <SettingValue field={field} value={live} schemas={schemas} />
      ),
  },
]

const differencesFirst = (settings: readonly VersionSetting[]) => [
  ...settings.filter(({ value, live }) => value !== live),
  ...settings.filter(({ value, live }) => value === live),
]

/** All settings of a version, next to those that are live. */
export function VersionView({ workflow, version }: Props) {
  const { data, error, refetch } = useQuery(versionSettings(workflow.id, version))
  const schemas = useSettingSchemas(workflow)
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
          columns={columnsOf(version, schemas)}
          rows={differencesFirst(data.filter(({ field }) => !isIdOfNamed(field, schemas)))}
          keyOf={({ field }) => field}
          emptyText=""
        />
      )}
    </section>
  )
}
