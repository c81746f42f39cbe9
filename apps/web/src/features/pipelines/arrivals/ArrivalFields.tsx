import { Input, InputNumber } from 'antd'
import { FormField } from '../../../shared/form/FormField.tsx'
import { type ArrivalValues, arrivalLimits } from '../arrival-values.ts'

type Props = {
  readonly values: ArrivalValues
  readonly failures: ReadonlyMap<string, string>
  onChange(changes: Partial<ArrivalValues>): void
}

/** Settings of a pipeline that runs when something arrives. */
export function ArrivalFields({ values, failures, onChange }: Props) {
  const { delaySeconds, pollMinutes } = arrivalLimits
  return (
    <div className="arrival-fields">
      <p>
        Local folders, mailboxes, and buckets with a queue are listened to. For other sources, add
        the address of the pipeline to the events of the service: after it is created, choose
        “Arrivals” in its menu.
      </p>
      <FormField
        label="Wait for further files (seconds)"
        failure={failures.get('arrivalDelaySeconds')}
        hint="Files that arrive within this time are one run."
      >
        {(ties) => (
          <InputNumber
            {...ties}
            {...delaySeconds}
            precision={0}
            value={values.arrivalDelaySeconds}
            onChange={(seconds) => onChange({ arrivalDelaySeconds: seconds ?? delaySeconds.min })}
          />
        )}
      </FormField>
      <FormField
        label="Look for missed files every (minutes)"
        failure={failures.get('arrivalPollMinutes')}
        hint="How often the source is listed, in case an event was lost or the source sends none."
      >
        {(ties) => (
          <InputNumber
            {...ties}
            {...pollMinutes}
            precision={0}
            value={values.arrivalPollMinutes}
            onChange={(minutes) => onChange({ arrivalPollMinutes: minutes ?? pollMinutes.min })}
          />
        )}
      </FormField>
      <FormField
        label="Queue URL"
        failure={failures.get('arrivalQueue')}
        hint="Only for S3: an Amazon SQS queue with the notifications of the bucket. It is read with the key of the connector."
      >
        {(ties) => (
          <Input
            {...ties}
            maxLength={1000}
            placeholder="https://sqs.eu-west-1.amazonaws.com/123456789012/arrivals"
            value={values.arrivalQueue}
            onChange={({ target }) => onChange({ arrivalQueue: target.value })}
          />
        )}
      </FormField>
    </div>
  )
}
