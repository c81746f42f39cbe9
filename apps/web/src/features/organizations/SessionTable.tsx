import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { browserName } from '../../shared/browser/browser-name.ts'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { ownSessions, useEndOtherSessions, useEndSession } from './own-account.queries.ts'
import type { OwnSession } from './own-account.ts'

/** Lists the user's sessions, each of which can be ended. */
export function SessionTable() {
  const { data, error, refetch } = useQuery(ownSessions)
  const alerts = useAlerts()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const onError = (failure: Error) => alerts.showError(failure, 'Failed to end the session')

  if (error && !data) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load your sessions" onRetry={retry} />
  }
  if (!data) return <div className="bone" style={{ height: 120 }} aria-busy="true" />
  return (
    <>
      <DataTable
        label="Your sessions"
        columns={columnsOf((id) => end.mutate(id, { onError }))}
        rows={data}
        keyOf={({ id }) => id}
        emptyText="You have no active sessions."
      />
      {data.length > 1 && (
        <Button
          style={{ marginTop: 12 }}
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onError })}
        >
          End all other sessions
        </Button>
      )}
    </>
  )
}

const columnsOf = (onEnd: (id: string) => void): Column<OwnSession>[] => [
  {
    key: 'browser',
    title: 'Browser',
    render: ({ browser }) => <span title={browser}>{browserName(browser)}</span>,
  },
  { key: 'address', title: 'IP address', render: ({ address }) => address || 'unknown' },
  {
    key: 'seen',
    title: 'Last used',
    render: ({ seenAt }) => <span title={exactTime(seenAt)}>{relativeTime(seenAt)}</span>,
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    width: 120,
    align: 'right',
    render: ({ id, isCurrent, browser }) =>
      isCurrent ? (
        <span className="faint">This session</span>
      ) : (
        <Button
          size="small"
          aria-label={`End session in ${browserName(browser)}`}
          onClick={() => onEnd(id)}
        >
          End session
        </Button>
      ),
  },
]
