import type { DestinationCall } from '@recto/contract/executions/destination-calls'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { ListPages } from '../../../shared/list/ListPages.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Execution } from '../execution.ts'
import { callsOfExecution, useRepeatCall } from '../executions.queries.ts'
import { isSettled } from '../progress.ts'

type Props = { readonly execution: Execution; readonly onClose: () => void }

const states: Readonly<Record<DestinationCall['state'], string>> = {
  WAITING: 'Pending',
  DELIVERED: 'Delivered',
  DEAD: 'Failed',
  REPLACED: 'Replaced by a later run',
}

const nameCall = ({ file_name: name, item_number: item }: DestinationCall): string =>
  item === null ? name : `${name}, item ${item}`

const describeState = ({ state, attempts }: DestinationCall): string =>
  state === 'DEAD' && attempts === 0 ? 'Not sent' : states[state]

/** Lists the calls that an execution sends to an HTTP endpoint. Failed ones can be sent again. */
export function CallList({ execution, onClose }: Props) {
  const { id } = execution
  const { type = 'WF' } = useParams({ strict: false })
  const [onlyDead, setOnlyDead] = useState(false)
  const [page, setPage] = useState(1)
  const calls = useQuery(callsOfExecution(id, { page, onlyDead }))
  const repeat = useRepeatCall()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()
  const sendAgain = (callId: string) =>
    repeat.mutate(
      { id, callId },
      {
        onSuccess: (next) => void navigate({ to: to.executionLog(type, next) }),
        onError: (failure) => alerts.showError(failure, 'Failed to send the call again'),
      },
    )
  const columns: Column<DestinationCall>[] = [
    {
      key: 'file',
      title: 'File',
      render: nameCall,
    },
    { key: 'state', title: 'State', width: 110, render: describeState },
    {
      key: 'attempts',
      title: 'Attempts',
      width: 90,
      align: 'right',
      render: ({ attempts }) => <span className="figure">{attempts}</span>,
    },
    {
      key: 'last',
      title: 'Last attempt',
      width: 120,
      render: ({ last_attempt_at: time }) =>
        time === null ? (
          '-'
        ) : (
          <time dateTime={time} title={exactTime(time)}>
            {relativeTime(time)}
          </time>
        ),
    },
    {
      key: 'answer',
      title: 'Response',
      render: ({ error, status_code: status }) => error ?? status ?? '-',
    },
    {
      key: 'key',
      title: 'Idempotency key',
      width: 150,
      render: ({ idempotency_key: key }) => (
        <span className="mono" title={key}>
          {key.slice(0, 12)}…
        </span>
      ),
    },
    {
      key: 'again',
      title: 'Resend',
      isTitleHidden: true,
      width: 110,
      align: 'right',
      render: (call) =>
        call.state === 'DEAD' &&
        isSettled(execution) && (
          <Button
            size="small"
            aria-label={`Resend ${nameCall(call)}`}
            loading={repeat.isPending && repeat.variables?.callId === call.id}
            onClick={() => sendAgain(call.id)}
          >
            Resend
          </Button>
        ),
    },
  ]
  return (
    <Modal open width={1000} footer={null} title="Calls to the HTTP endpoint" onCancel={onClose}>
      <p>
        <Checkbox
          checked={onlyDead}
          onChange={({ target }) => {
            setOnlyDead(target.checked)
            setPage(1)
          }}
        >
          Failed calls only
        </Checkbox>
      </p>
      <p className="faint">
        Resending a call runs its file again in a new execution, which sends all calls of the file
        that were not delivered.
      </p>
      <Loaded query={calls} failureText="Failed to load the calls">
        {({ calls: rows, count, pageSize }) => (
          <>
            <DataTable
              label="Calls"
              columns={columns}
              rows={rows}
              keyOf={(call) => call.id}
              emptyText={onlyDead ? 'No failed calls.' : 'No calls.'}
            />
            <ListPages page={page} pageSize={pageSize} count={count} onChange={setPage} />
          </>
        )}
      </Loaded>
    </Modal>
  )
}
