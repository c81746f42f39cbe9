import { ReloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { describeSchedule } from '../../../shared/schedule/describe-schedule.ts'
import type { LookupTable } from '../lookup-table.ts'
import { SourceDialog } from './SourceDialog.tsx'
import { useDeleteSource, useSourceState, useStartRefresh } from './source.queries.ts'
import { isRunning, type SourceState } from './source.ts'
import './source.css'

const sourceNames: Readonly<Record<SourceState['kind'], string>> = {
  upload: 'Uploaded files',
  address: 'Web address',
  database: 'Database',
}

type Props = { readonly table: LookupTable; readonly refusal: string | undefined }

/** Where the rows of a table come from, when they are fetched, and how that ended last. */
export function SourcePanel({ table, refusal }: Props) {
  return (
    <section className="source-panel" aria-label="Source">
      <Loaded query={useSourceState(table.id)} failureText="Failed to load the source">
        {(state) => <Source table={table} refusal={refusal} state={state} />}
      </Loaded>
    </section>
  )
}

function Source({ table, refusal, state }: Props & { readonly state: SourceState }) {
  const [dialog, setDialog] = useState<'source' | 'removal'>()
  const { mutateAsync: start, isPending } = useStartRefresh()
  const alerts = useAlerts()
  const isUploaded = state.kind === 'upload'
  const close = () => setDialog(undefined)
  const refresh = () =>
    start(table.id).catch((error: unknown) =>
      alerts.showError(error, 'Failed to start the refresh'),
    )

  return (
    <>
      <div className="source-line">
        <div>
          <strong>{sourceNames[state.kind]}</strong>
          {state.label && <span className="source-label mono">{state.label}</span>}
          {!isUploaded && <p className="faint">{describeRefreshes(state)}</p>}
        </div>
        <SourceActions
          state={state}
          refusal={refusal}
          isPending={isPending}
          onRefresh={() => void refresh()}
          onOpen={setDialog}
        />
      </div>
      <LastRefresh state={state} version={table.version} />
      {dialog === 'source' && <SourceDialog table={table} state={state} onClose={close} />}
      {dialog === 'removal' && <RemoveSource table={table} onClose={close} />}
    </>
  )
}

type ActionsProps = {
  readonly state: SourceState
  readonly refusal: string | undefined
  readonly isPending: boolean
  onRefresh(): void
  onOpen(dialog: 'source' | 'removal'): void
}

function SourceActions({ state, refusal, isPending, onRefresh, onOpen }: ActionsProps) {
  const isRefreshing = isRunning(state.lastRefresh)
  const isRefused = refusal !== undefined
  const change = (dialog: 'source' | 'removal', label: string) => (
    <Button disabled={isRefused || isRefreshing} title={refusal} onClick={() => onOpen(dialog)}>
      {label}
    </Button>
  )
  if (state.kind === 'upload') {
    return <div className="source-actions">{change('source', 'Set a source')}</div>
  }
  return (
    <div className="source-actions">
      <Button
        icon={<ReloadOutlined aria-hidden="true" />}
        loading={isPending || isRefreshing}
        disabled={isRefused}
        title={refusal}
        onClick={onRefresh}
      >
        {isRefreshing ? 'Refreshing…' : 'Refresh now'}
      </Button>
      {change('source', 'Change source')}
      {change('removal', 'Remove source')}
    </div>
  )
}

function describeRefreshes({ cron, timeZone, nextRefreshAt }: SourceState): string {
  if (cron === null) return 'Refreshed on demand.'
  const schedule = describeSchedule(cron) ?? `By the schedule ${cron}`
  const next = nextRefreshAt ? ` Next refresh: ${exactTime(nextRefreshAt)}.` : ''
  return `${schedule} (${timeZone}).${next}`
}

type LastRefreshProps = { readonly state: SourceState; readonly version: number }

function LastRefresh({ state, version }: LastRefreshProps) {
  const { kind, lastRefresh, refreshedAt } = state
  if (kind === 'upload' || !lastRefresh) return null
  if (lastRefresh.endedAt === null) {
    return (
      <p className="source-result" role="status">
        Fetching the rows. Until that has ended, version {version} is used.
      </p>
    )
  }
  if (lastRefresh.error === null) {
    const outcome = lastRefresh.isNewVersion
      ? `made version ${lastRefresh.version}`
      : 'found the same rows'
    return (
      <p className="source-result" role="status">
        The last refresh <Time value={lastRefresh.endedAt} /> {outcome}.
      </p>
    )
  }
  return (
    <Alert
      className="source-result"
      type="warning"
      showIcon
      role="status"
      title={
        <>
          The last refresh failed <Time value={lastRefresh.endedAt} />. Version {version} stays in
          use.
        </>
      }
      description={
        <>
          {lastRefresh.error}
          {refreshedAt && (
            <p className="source-success">
              The rows were last fetched <Time value={refreshedAt} />.
            </p>
          )}
        </>
      }
    />
  )
}

function Time({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} title={exactTime(value)}>
      {relativeTime(value)}
    </time>
  )
}

type RemoveProps = { readonly table: LookupTable; readonly onClose: () => void }

function RemoveSource({ table, onClose }: RemoveProps) {
  const { mutateAsync: remove } = useDeleteSource()
  return (
    <ConfirmDialog
      isDestructive
      title={`Remove the source of ${table.name}?`}
      okText="Remove"
      fallback="Failed to remove the source"
      onConfirm={() => remove(table.id)}
      onClose={onClose}
    >
      Its rows stay as they are. New versions are then uploaded.
    </ConfirmDialog>
  )
}
