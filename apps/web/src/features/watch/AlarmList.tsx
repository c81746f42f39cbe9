import { Link } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { exactTime } from '../../shared/browser/time.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useAcknowledge, useAddExpectedValues } from './watch.queries.ts'
import {
  type AlarmDocument,
  describeAdded,
  type Watch,
  type WatchAlarm,
  type WatchOwner,
} from './watch.ts'

type Props = { readonly owner: WatchOwner; readonly watch: Watch }

/** Lists the alarms of a deployment: open ones with what can be done about them, then earlier ones. */
export function AlarmList({ owner, watch }: Props) {
  const openAlarms = watch.alarms.filter(({ endedAt }) => endedAt === null)
  const endedAlarms = watch.alarms.filter(({ endedAt }) => endedAt !== null)
  return (
    <section aria-labelledby="watch-alarms">
      <h2 id="watch-alarms">Alarms</h2>
      {openAlarms.length === 0 && <p className="faint">No measure has left its band.</p>}
      <ul className="watch-alarms">
        {openAlarms.map((alarm) => (
          <li key={alarm.id}>
            <OpenAlarm owner={owner} watch={watch} alarm={alarm} />
          </li>
        ))}
      </ul>
      {endedAlarms.length > 0 && (
        <details>
          <summary>Earlier alarms ({endedAlarms.length})</summary>
          <ul>
            {endedAlarms.map((alarm) => (
              <li key={alarm.id}>
                {alarm.text} <small className="faint">{describeEnd(alarm)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function describeEnd({ endedAt, endReason, endedBy }: WatchAlarm): string {
  const time = endedAt === null ? '' : exactTime(endedAt)
  if (endReason === 'published') return `Ended with a newer version, ${time}`
  return `Acknowledged by ${endedBy ?? 'somebody who has left'}, ${time}`
}

type OpenAlarmProps = Props & { readonly alarm: WatchAlarm }

function OpenAlarm({ owner, watch, alarm }: OpenAlarmProps) {
  const acknowledge = useAcknowledge(owner.kind)
  const add = useAddExpectedValues(owner.kind)
  const key = { ownerId: owner.id, alarmId: alarm.id }
  const error = acknowledge.error ?? add.error
  const refusal = watch.mayChange ? undefined : 'Only owners and admins can do this.'
  const noProject =
    watch.projectId === null ? 'You cannot see the project of this tool.' : undefined
  return (
    <article className="watch-alarm" aria-label={alarm.text}>
      <p>
        <strong>{alarm.text}</strong>{' '}
        <small className="faint">Since {exactTime(alarm.since)}</small>
      </p>
      <Documents owner={owner} documents={alarm.documents} />
      <div className="watch-alarm-actions">
        <Button
          type="primary"
          size="small"
          loading={add.isPending}
          disabled={refusal !== undefined || noProject !== undefined}
          title={refusal ?? noProject}
          onClick={() => add.mutate(key)}
        >
          Add to expected values
        </Button>
        <Button
          size="small"
          loading={acknowledge.isPending}
          disabled={refusal !== undefined}
          title={
            refusal ?? 'Ends the alarm. What is usual is learned again from the next documents.'
          }
          onClick={() => acknowledge.mutate(key)}
        >
          Acknowledge
        </Button>
      </div>
      {add.data && <Added text={describeAdded(add.data)} projectId={add.data.projectId} />}
      {error && (
        <Alert type="error" showIcon role="alert" title={explain(error, 'This did not work')} />
      )}
    </article>
  )
}

function Added({ text, projectId }: { readonly text: string; readonly projectId: string }) {
  const to = usePaths()
  return (
    <p role="status">
      {text} <Link to={to.project(projectId)}>Confirm the values in the project</Link>
    </p>
  )
}

type DocumentsProps = {
  readonly owner: WatchOwner
  readonly documents: readonly AlarmDocument[]
}

function Documents({ owner, documents }: DocumentsProps) {
  const to = usePaths()
  const type = owner.kind === 'api' ? 'API' : 'ETL'
  const namedDocuments = documents.filter(({ executionId }) => executionId !== null)
  const missingCount = documents.length - namedDocuments.length
  return (
    <details>
      <summary>
        {documents.length === 1 ? '1 document' : `${documents.length} documents`} behind it
      </summary>
      <ul>
        {namedDocuments.map(({ fileId, executionId, name }) => (
          <li key={fileId}>
            <Link to={to.executionLog(type, executionId ?? '')} search={{ file: fileId } as never}>
              {name}
            </Link>
          </li>
        ))}
        {missingCount > 0 && (
          <li className="faint">
            {missingCount} more that are no longer stored, or that you may not open
          </li>
        )}
      </ul>
    </details>
  )
}
