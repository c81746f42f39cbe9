import { Alert, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import {
  type PlatformApiKey,
  type PlatformApiKeyValues,
  permissionNames,
} from './platform-api-key.ts'
import { useChangePlatformApiKey, useCreatePlatformApiKey } from './platform-api-keys.queries.ts'

type Props = {
  /** The key to change; without one the dialog makes a new one. */
  readonly apiKey?: PlatformApiKey
  /** Told the key in clear. */
  onMade(text: string): void
  onClose(): void
}

const fresh: PlatformApiKeyValues = { name: '', description: '', permission: 'read_write' }

const missingOf = ({ name, description }: PlatformApiKeyValues) =>
  new Map([
    ...(name.trim() ? [] : [['name', 'Please enter a name'] as const]),
    ...(description.trim() ? [] : [['description', 'Please say what it is for'] as const]),
  ])

/** Names a key, and says what it may. The name stays. */
export function PlatformApiKeyDialog({ apiKey, onMade, onClose }: Props) {
  const formId = useId()
  const [values, setValues] = useState<PlatformApiKeyValues>(apiKey ?? fresh)
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const save = useSave(apiKey, { onMade, onClose })

  function change(changed: Partial<PlatformApiKeyValues>) {
    setValues({ ...values, ...changed })
    setFailures(new Map([...failures].filter(([field]) => !(field in changed))))
  }

  async function submit() {
    const missing = missingOf(values)
    setFailures(missing)
    if (missing.size > 0) return
    await save.run(values).catch((refusal) => setFailures(failuresByField(refusal)))
  }

  const elsewhere = save.error && failuresByField(save.error).size === 0
  return (
    <Modal
      open
      width={480}
      title={apiKey ? `Edit ${apiKey.name}` : 'New key'}
      okText={apiKey ? 'Save' : 'Make the key'}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: save.isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        {!apiKey && (
          <FormField label="Name" failure={failures.get('name')}>
            {(ties) => (
              <Input
                {...ties}
                autoFocus
                maxLength={128}
                value={values.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </FormField>
        )}
        <FormField
          label="Description"
          failure={failures.get('description')}
          hint="Which script uses it, and what for"
        >
          {(ties) => (
            <Input
              {...ties}
              maxLength={512}
              value={values.description}
              onChange={({ target }) => change({ description: target.value })}
            />
          )}
        </FormField>
        <FormField label="What it may do" failure={failures.get('permission')}>
          {(ties) => (
            <Select
              {...ties}
              value={values.permission}
              options={Object.entries(permissionNames).map(([value, label]) => ({ value, label }))}
              onChange={(permission: PlatformApiKey['permission']) => change({ permission })}
            />
          )}
        </FormField>
        {elsewhere && (
          <Alert type="error" showIcon role="alert" title={explain(save.error, 'Failed to save')} />
        )}
      </Form>
    </Modal>
  )
}

function useSave(
  apiKey: PlatformApiKey | undefined,
  { onMade, onClose }: Pick<Props, 'onMade' | 'onClose'>,
) {
  const create = useCreatePlatformApiKey()
  const update = useChangePlatformApiKey()
  const alerts = useAlerts()

  async function run({ name, description, permission }: PlatformApiKeyValues) {
    if (!apiKey) return onMade(await create.mutateAsync({ name, description, permission }))
    await update.mutateAsync({ id: apiKey.id, description, permission })
    alerts.success('Key saved')
    onClose()
  }
  const { error, isPending } = apiKey ? update : create
  return { run, error, isPending }
}
