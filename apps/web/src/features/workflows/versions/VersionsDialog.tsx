import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { Workflow } from '../workflow.ts'
import {
  type DraftChange,
  useChangeLive,
  usePublish,
  versionList,
  type WorkflowVersion,
} from '../workflows.queries.ts'
import { PublishingSwitch } from './PublishingSwitch.tsx'
import { SettingValue } from './SettingValue.tsx'
import { isIdOfNamed, nameOfSetting, type SettingSchemas } from './setting-words.ts'
import { useSettingSchemas } from './use-setting-schemas.ts'
import { VersionView } from './VersionView.tsx'

type Props = {
  readonly workflow: Workflow
  readonly changes: readonly DraftChange[]
  readonly onClose: () => void
}

const changeColumns = (schemas: SettingSchemas): readonly Column<DraftChange>[] => [
  {
    key: 'field',
    title: 'Setting',
    width: '30%',
    render: ({ field }) => nameOfSetting(field, schemas),
  },
  {
    key: 'before',
    title: 'Live',
    render: ({ field, before: liveValue }) => (
      <SettingValue field={field} value={liveValue} schemas={schemas} />
    ),
  },
  {
    key: 'after',
    title: 'Draft',
    render: ({ field, after: draftValue }) => (
      <SettingValue field={field} value={draftValue} schemas={schemas} />
    ),
  },
]

const versionColumns: readonly Column<WorkflowVersion>[] = [
  {
    key: 'version',
    title: 'Version',
    render: ({ version, isLive, restoredFrom }) => (
      <>
        {version}
        {isLive && ' (live)'}
        {restoredFrom !== null && ` (restored from version ${restoredFrom})`}
      </>
    ),
  },
  { key: 'by', title: 'Made by', render: ({ author }) => author ?? '-' },
  {
    key: 'at',
    title: 'Live since',
    width: 140,
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    ),
  },
]

/** Dialog for the versions of a workflow: what is live, what an edit would publish, and earlier versions. */
export function VersionsDialog({ workflow, changes, onClose }: Props) {
  const { data: versions, error, refetch } = useQuery(versionList(workflow.id))
  const refusal = useChangeRefusal(workflow)
  const publish = usePublish()
  const alerts = useAlerts()
  const onError = (failure: unknown) => alerts.showError(failure, 'Failed to publish')
  const isOff = refusal !== undefined
  const [viewedVersion, setViewedVersion] = useState<number>()

  return (
    <Modal
      open
      width={760}
      title={`Versions of ${workflow.name}`}
      okText="Publish"
      okButtonProps={{
        disabled: isOff || changes.length === 0,
        title: refusal,
        loading: publish.isPending,
      }}
      onOk={() => publish.mutate(workflow.id, { onSuccess: onClose, onError })}
      onCancel={onClose}
    >
      <PublishingSwitch workflow={workflow} changeCount={changes.length} refusal={refusal} />
      {changes.length > 0 && <ChangesToPublish workflow={workflow} changes={changes} />}
      {error && !versions && (
        <FailureState
          error={error}
          fallback="Failed to get the versions"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !versions && <ListSkeleton />}
      {changes.length > 0 && versions && <h3>Versions</h3>}
      {versions && (
        <DataTable
          label="Versions"
          columns={[
            ...versionColumns,
            viewColumn(viewedVersion, setViewedVersion),
            backColumn(workflow.id, refusal),
          ]}
          rows={versions}
          keyOf={({ version }) => String(version)}
          emptyText="No versions have been published yet."
        />
      )}
      {viewedVersion !== undefined && <VersionView workflow={workflow} version={viewedVersion} />}
    </Modal>
  )
}

function ChangesToPublish({ workflow, changes }: Pick<Props, 'workflow' | 'changes'>) {
  const schemas = useSettingSchemas(workflow)
  return (
    <section className="version-changes">
      <h3>Changes to publish</h3>
      <DataTable
        label="Changes"
        columns={changeColumns(schemas)}
        rows={changes.filter(({ field }) => !isIdOfNamed(field, schemas))}
        keyOf={({ field }) => field}
        emptyText=""
      />
    </section>
  )
}

const viewColumn = (
  viewedVersion: number | undefined,
  onView: (version: number | undefined) => void,
): Column<WorkflowVersion> => ({
  key: 'view',
  title: 'View',
  isTitleHidden: true,
  width: 80,
  align: 'right',
  render: ({ version }) => (
    <Button
      size="small"
      aria-label={`View version ${version}`}
      aria-expanded={version === viewedVersion}
      onClick={() => onView(version === viewedVersion ? undefined : version)}
    >
      View
    </Button>
  ),
})

const backColumn = (id: string, refusal: string | undefined): Column<WorkflowVersion> => ({
  key: 'back',
  title: 'Roll back',
  isTitleHidden: true,
  width: 120,
  align: 'right',
  render: ({ version, isLive }) =>
    !isLive && <RollBack id={id} version={version} refusal={refusal} />,
})

type RollBackProps = {
  readonly id: string
  readonly version: number
  readonly refusal: string | undefined
}

function RollBack({ id, version, refusal }: RollBackProps) {
  const change = useChangeLive()
  const alerts = useAlerts()
  const onError = (failure: unknown) => alerts.showError(failure, 'Failed to roll back')
  return (
    <Button
      size="small"
      disabled={refusal !== undefined}
      title={refusal}
      loading={change.isPending}
      aria-label={`Roll back to version ${version}`}
      onClick={() => change.mutate({ id, version }, { onError })}
    >
      Roll back
    </Button>
  )
}
