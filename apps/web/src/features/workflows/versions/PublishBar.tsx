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
  draftChanges,
  useChangeLive,
  usePublish,
  versionList,
  type WorkflowVersion,
} from '../workflows.queries.ts'

/** Shows whether the workflow differs from its live version, and opens the dialog to publish it. */
export function PublishBar({ workflow }: { readonly workflow: Workflow }) {
  const [isOpen, setOpen] = useState(false)
  const { data: changes = [] } = useQuery(draftChanges(workflow.id))
  const { data: versions = [] } = useQuery(versionList(workflow.id))
  const live = versions.find(({ isLive }) => isLive)
  if (!live) return null
  return (
    <section className="publish-bar" aria-label="Versions" data-changed={changes.length > 0}>
      <p role="status">
        {changes.length === 0
          ? `Version ${live.version} is live. There are no unpublished changes.`
          : `Version ${live.version} is live. There ${describeCount(changes.length)}.`}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        {changes.length === 0 ? 'Versions' : 'Review and publish'}
      </Button>
      {isOpen && (
        <VersionsDialog workflow={workflow} changes={changes} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

const describeCount = (count: number) =>
  count === 1 ? 'is 1 unpublished change' : `are ${count} unpublished changes`

type DialogProps = {
  readonly workflow: Workflow
  readonly changes: readonly DraftChange[]
  readonly onClose: () => void
}

const changeColumns: readonly Column<DraftChange>[] = [
  { key: 'field', title: 'Setting', width: '30%', render: ({ field }) => field },
  {
    key: 'before',
    title: 'Live',
    render: ({ before: liveValue }) => <Setting value={liveValue} />,
  },
  {
    key: 'after',
    title: 'Draft',
    render: ({ after: draftValue }) => <Setting value={draftValue} />,
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
  { key: 'by', title: 'Published by', render: ({ author }) => author ?? '-' },
  {
    key: 'at',
    title: 'Published',
    width: 140,
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    ),
  },
]

function VersionsDialog({ workflow, changes, onClose }: DialogProps) {
  const { data: versions, error, refetch } = useQuery(versionList(workflow.id))
  const refusal = useChangeRefusal(workflow)
  const publish = usePublish()
  const alerts = useAlerts()
  const onError = (failure: unknown) => alerts.showError(failure, 'Failed to publish')
  const isOff = refusal !== undefined

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
      {changes.length > 0 && (
        <section className="version-changes">
          <h3>Changes to publish</h3>
          <DataTable
            label="Changes"
            columns={changeColumns}
            rows={changes}
            keyOf={({ field }) => field}
            emptyText=""
          />
        </section>
      )}
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
          columns={[...versionColumns, backColumn(workflow.id, refusal)]}
          rows={versions}
          keyOf={({ version }) => String(version)}
          emptyText="No versions have been published yet."
        />
      )}
    </Modal>
  )
}

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

/** Wraps long values, so that the table keeps its width. */
function Setting({ value }: { readonly value: string | null }) {
  return <span className="version-setting">{value ?? '-'}</span>
}
