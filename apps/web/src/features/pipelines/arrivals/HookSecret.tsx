import { createArrivalSecret, getArrivals } from '@recto/contract/pipelines/arrivals'
import { omitUndefined } from '@recto/omit-undefined'
import { Alert, Button, Input, Popconfirm, Tabs } from 'antd'
import { useChange } from '../../../shared/api/requests.ts'
import { exactTime } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { CodeBlock } from '../../../shared/layout/CodeBlock.tsx'
import { arrivalExamples } from './arrival-examples.ts'

type Props = {
  readonly pipelineId: string
  readonly path: string
  /** The time at which the present secret was created; null if there is none. */
  readonly createdAt: string | null
  /** The reason why the user cannot create a secret. */
  readonly refusal: string | undefined
}

/** The address that receives calls about arrivals. A new secret is shown once. */
export function HookSecret({ pipelineId, path, createdAt, refusal }: Props) {
  const alerts = useAlerts()
  const creation = useChange(createArrivalSecret, {
    invalidates: [getArrivals],
    toWire: (id: string) => ({ params: { id } }),
  })
  const create = () =>
    creation.mutate(pipelineId, {
      onError: (error) => alerts.showError(error, 'Failed to create the secret'),
    })
  const { data: newSecret } = creation
  const button = (
    <Button
      disabled={refusal !== undefined}
      loading={creation.isPending}
      {...omitUndefined({ onClick: createdAt === null ? create : undefined })}
    >
      {createdAt === null ? 'Create a Secret' : 'Replace the Secret'}
    </Button>
  )
  return (
    <section className="arrival-calls" aria-label="Calls about arrivals">
      <h3>Calls about arrivals</h3>
      <p>
        Storage services, and any program, can call this address when something has arrived. Events
        about files that the pipeline does not take start no run.
      </p>
      <Input readOnly aria-label="Address" value={new URL(path, window.location.origin).href} />
      <p className="faint">
        {createdAt === null
          ? 'Calls are refused until it has a secret.'
          : `The secret was created on ${exactTime(createdAt)}, and is not shown again.`}
      </p>
      {createdAt === null ? (
        button
      ) : (
        <Popconfirm
          title="Replace the secret?"
          description="Calls with the present one are refused at once."
          okText="Replace"
          onConfirm={create}
        >
          {button}
        </Popconfirm>
      )}
      {refusal !== undefined && <p className="faint">{refusal}</p>}
      {newSecret && (
        <>
          <Alert type="warning" showIcon title="Copy the secret now. It is not shown again." />
          <CodeBlock title="Secret" code={newSecret.secret} />
          <Tabs
            items={arrivalExamples({
              url: newSecret.url,
              urlWithToken: newSecret.url_with_token,
              secret: newSecret.secret,
            }).map(({ key, label, title, code }) => ({
              key,
              label,
              children: <CodeBlock title={title} code={code} />,
            }))}
          />
        </>
      )}
    </section>
  )
}
