import { type Arrival, type ArrivalListener, getArrivals } from '@recto/contract/pipelines/arrivals'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Modal } from 'antd'
import { readAs } from '../../../shared/api/requests.ts'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Pipeline } from '../pipeline.ts'
import { HookSecret } from './HookSecret.tsx'
import '../pipelines.css'

type Props = { readonly pipeline: Pipeline; readonly onClose: () => void }

const refetchMs = 5000

const arrivalsOf = (id: string) =>
  queryOptions({
    ...readAs(getArrivals, { params: { id } }, (reply) => reply),
    refetchInterval: refetchMs,
  })

/** The last arrivals of a pipeline, how they are noticed, and the address for calls about them. */
export function ArrivalsDialog({ pipeline, onClose }: Props) {
  const query = useQuery(arrivalsOf(pipeline.id))
  const refusal = useRefusalOf()('pipeline/keys', { created_by: pipeline.createdBy })
  const columns = useColumns(pipeline)
  return (
    <Modal open width={760} footer={null} title={`Arrivals of ${pipeline.name}`} onCancel={onClose}>
      <Loaded query={query} failureText="Failed to get the arrivals">
        {({ listener, hook, arrivals }) => (
          <div className="arrivals">
            <ListenerState listener={listener} isActive={pipeline.isActive} />
            <DataTable
              label="Last arrivals"
              columns={columns}
              rows={arrivals}
              keyOf={({ kind, first_at }) => `${kind} ${first_at}`}
              emptyText="Nothing has arrived yet"
              maxHeight={280}
            />
            <HookSecret
              pipelineId={pipeline.id}
              path={hook.path}
              createdAt={hook.secret_created_at}
              refusal={refusal}
            />
          </div>
        )}
      </Loaded>
    </Modal>
  )
}

type StateProps = { readonly listener: ArrivalListener | null; readonly isActive: boolean }

function ListenerState({ listener, isActive }: StateProps) {
  if (!isActive)
    return <Alert type="info" showIcon title="Nothing is noticed while it is disabled." />
  if (!listener) return <Alert type="info" showIcon title="It is not listened to yet." />
  const { state, problem, since, polled_at: polledAt } = listener
  const poll = polledAt === null ? '' : ` Its files were last listed ${relativeTime(polledAt)}.`
  if (state === 'failing')
    return (
      <Alert
        type="error"
        showIcon
        title="The source cannot be listened to. It is tried again."
        description={problem}
      />
    )
  const title =
    state === 'listening'
      ? `Listening to the source since ${exactTime(since)}.${poll}`
      : `The source cannot be listened to, so its files are listed at intervals.${poll}`
  return <Alert type={state === 'listening' ? 'success' : 'info'} showIcon title={title} />
}

const kinds: Readonly<Record<Arrival['kind'], string>> = {
  folder: 'Folder',
  mailbox: 'Mailbox',
  queue: 'Queue',
  call: 'Call',
  mail: 'Mail to its address',
  poll: 'Found by listing',
}

const outcomes: Readonly<Record<Arrival['outcome'], string>> = {
  waiting: 'Waits for the run',
  started: 'Run',
  refused: 'Refused; tried again',
}

function useColumns({ type }: Pipeline): Column<Arrival>[] {
  const to = usePaths()
  return [
    {
      key: 'time',
      title: 'Time',
      width: 130,
      render: ({ last_at }) => <span title={exactTime(last_at)}>{relativeTime(last_at)}</span>,
    },
    { key: 'kind', title: 'Noticed by', width: 130, render: ({ kind }) => kinds[kind] },
    { key: 'count', title: 'Files', width: 70, align: 'right', render: ({ count }) => count },
    { key: 'example', title: 'Such as', render: ({ example }) => example ?? '' },
    {
      key: 'run',
      title: 'Outcome',
      width: 150,
      render: ({ outcome, execution_id: id }) =>
        id === null ? (
          outcomes[outcome]
        ) : (
          <Link to={to.executionLog(type, id)}>{outcomes[outcome]}</Link>
        ),
    },
  ]
}
