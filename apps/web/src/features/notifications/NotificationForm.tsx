import {
  NotificationAuthorization,
  NotificationPlatform,
} from '@recto/contract/pipelines/notification-fields'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { failuresByField } from '../../shared/api/refusal.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { useFormValues } from '../../shared/form/use-form-values.ts'
import {
  failuresOf,
  type Notification,
  type NotificationOwner,
  type NotificationValues,
  noNotification,
  platforms,
  withAuthorization,
} from './notification.ts'
import { useCreateNotification, useUpdateNotification } from './notifications.queries.ts'

type Props = {
  readonly owner: NotificationOwner
  /** The notification to edit; without one, a new one is created. */
  readonly notification?: Notification
  readonly onClose: () => void
}

const MAX_RETRIES = 4

const authorizations: Record<NotificationAuthorization, string> = {
  BEARER: 'Bearer token',
  API_KEY: 'API key',
  CUSTOM_HEADER: 'Custom header',
  NONE: 'None',
}

/** Form for the address of messages and its authorization. */
export function NotificationForm({ owner, notification, onClose }: Props) {
  const form = useFormValues<NotificationValues>(notification ?? noNotification)
  const { values, failures, setFailures: fail, change } = form
  const create = useCreateNotification()
  const update = useUpdateNotification()
  const error = create.error ?? update.error

  function submit() {
    const failures = failuresOf(values)
    fail(failures)
    if (failures.size > 0) return
    const { name, url, platform, authorization, key, header, retries } = values
    const { onlyFailures, isAboutAlarms } = values
    const address = { name, url, platform, authorization, key, header, retries }
    const formValues = { ...address, onlyFailures, isAboutAlarms }
    const callbacks = {
      onSuccess: onClose,
      onError: (refusal: unknown) => fail(failuresByField(refusal)),
    }
    if (notification) update.mutate({ id: notification.id, changes: formValues }, callbacks)
    else create.mutate({ owner, values: formValues }, callbacks)
  }

  return (
    <FormDialog
      title={notification ? 'Edit notification' : 'New notification'}
      okText={notification ? 'Update' : 'Add'}
      isPending={create.isPending || update.isPending}
      error={error}
      failureText="Failed to save the notification"
      onSubmit={submit}
      onClose={onClose}
    >
      <Address values={values} failures={failures} onChange={change} />
      <AuthorizationFields values={values} failures={failures} onChange={change} />
      <RetryFields values={values} failures={failures} onChange={change} />
      {owner.kind !== 'budget' && <Occasions values={values} onChange={change} />}
      {notification && (
        <p className="notification-secret">
          Messages are signed with <code className="mono">{notification.secret}</code>
        </p>
      )}
    </FormDialog>
  )
}

type FieldsProps = {
  readonly values: NotificationValues
  readonly failures: ReadonlyMap<string, string>
  onChange(changes: Partial<NotificationValues>): void
}

/** Fields for the name and the address. */
function Address({ values, failures, onChange: change }: FieldsProps) {
  return (
    <>
      <FormField label="Name" failure={failures.get('name')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            maxLength={255}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      <FormField label="Platform" failure={failures.get('platform')}>
        {(ties) => (
          <Select<NotificationPlatform>
            {...ties}
            value={values.platform}
            options={NotificationPlatform.options.map((platformName) => ({
              value: platformName,
              label: platforms[platformName],
            }))}
            onChange={(platform) => change({ platform })}
          />
        )}
      </FormField>
      <FormField label="URL" failure={failures.get('url')}>
        {(ties) => (
          <Input
            {...ties}
            className="mono"
            maxLength={200}
            value={values.url}
            onChange={({ target }) => change({ url: target.value })}
          />
        )}
      </FormField>
    </>
  )
}

/** Fields for the authorization at the address. */
function AuthorizationFields({ values, failures, onChange: change }: FieldsProps) {
  return (
    <>
      <FormField label="Authorization" failure={failures.get('authorization')}>
        {(ties) => (
          <Select<NotificationAuthorization>
            {...ties}
            value={values.authorization}
            options={NotificationAuthorization.options.map((authorizationName) => ({
              value: authorizationName,
              label: authorizations[authorizationName],
            }))}
            onChange={(authorization) => change(withAuthorization(values, authorization))}
          />
        )}
      </FormField>
      {values.authorization === 'CUSTOM_HEADER' && (
        <FormField label="Authorization header" failure={failures.get('header')}>
          {(ties) => (
            <Input
              {...ties}
              className="mono"
              value={values.header}
              onChange={({ target }) => change({ header: target.value })}
            />
          )}
        </FormField>
      )}
      {values.authorization !== 'NONE' && (
        <FormField label="Authorization key" failure={failures.get('key')}>
          {(ties) => (
            <Input.Password
              {...ties}
              autoComplete="off"
              value={values.key}
              onChange={({ target }) => change({ key: target.value })}
            />
          )}
        </FormField>
      )}
    </>
  )
}

/** Field for the number of retries. */
function RetryFields({ values, failures, onChange: change }: FieldsProps) {
  return (
    <FormField
      label="Retries"
      failure={failures.get('retries')}
      hint="How many times a failed delivery is retried: first after 10 seconds, then at increasing intervals"
    >
      {(ties) => (
        <InputNumber
          {...ties}
          min={0}
          max={MAX_RETRIES}
          precision={0}
          value={values.retries}
          onChange={(retries) => change({ retries: retries ?? 0 })}
        />
      )}
    </FormField>
  )
}

function Occasions({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  return (
    <>
      <Checkbox
        checked={values.onlyFailures}
        onChange={({ target }) => onChange({ onlyFailures: target.checked })}
      >
        Only for runs with failures
      </Checkbox>
      <Checkbox
        checked={values.isAboutAlarms}
        onChange={({ target }) => onChange({ isAboutAlarms: target.checked })}
      >
        Also when a field changes (alarms of Watch)
      </Checkbox>
    </>
  )
}
