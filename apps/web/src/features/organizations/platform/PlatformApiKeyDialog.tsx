import { Select } from 'antd'
import { FormField } from '../../../shared/form/FormField.tsx'
import { KeyForm } from '../script-keys/KeyForm.tsx'
import type { KeyDialogProps } from '../script-keys/key-kind.ts'
import {
  type PlatformApiKey,
  type PlatformApiKeyValues,
  permissionNames,
} from './platform-api-key.ts'
import { useChangePlatformApiKey, useCreatePlatformApiKey } from './platform-api-keys.queries.ts'

const emptyValues: PlatformApiKeyValues = { name: '', description: '', permission: 'read_write' }

const initialOf = ({ name, description, permission }: PlatformApiKeyValues) => ({
  name,
  description,
  permission,
})

/** Dialog for the name and the permissions of a key. */
export function PlatformApiKeyDialog(props: KeyDialogProps<PlatformApiKey>) {
  const create = useCreatePlatformApiKey()
  const update = useChangePlatformApiKey()
  const { apiKey, onCreated, onClose } = props
  const initial = initialOf(apiKey ?? emptyValues)
  return (
    <KeyForm
      apiKey={apiKey}
      initial={initial}
      create={create}
      update={update}
      onCreated={onCreated}
      onClose={onClose}
    >
      {({ values, failures, change }) => (
        <FormField label="Permissions" failure={failures.get('permission')}>
          {(ties) => (
            <Select
              {...ties}
              value={values.permission}
              options={Object.entries(permissionNames).map(([value, label]) => ({ value, label }))}
              onChange={(permission) => change({ permission })}
            />
          )}
        </FormField>
      )}
    </KeyForm>
  )
}
