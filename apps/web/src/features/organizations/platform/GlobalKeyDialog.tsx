import { useQuery } from '@tanstack/react-query'
import { Radio, Select } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { KeyForm } from '../script-keys/KeyForm.tsx'
import type { KeyDialogProps } from '../script-keys/key-kind.ts'
import type { AccessibleDeployment, GlobalKey, GlobalKeyValues } from './global-key.ts'
import {
  accessibleDeployments,
  useChangeGlobalKey,
  useCreateGlobalKey,
} from './global-keys.queries.ts'

const emptyValues: GlobalKeyValues = {
  name: '',
  description: '',
  allowsAll: false,
  deploymentIds: [],
}

const valuesOf = ({ name, description, allowsAll, deployments }: GlobalKey): GlobalKeyValues => ({
  name,
  description,
  allowsAll,
  deploymentIds: deployments.map(({ id }) => id),
})

const findMissingField = ({ allowsAll, deploymentIds }: GlobalKeyValues) =>
  allowsAll || deploymentIds.length > 0
    ? []
    : [['deploymentIds', 'Select at least one deployment'] as const]

/** Dialog for the name of a key and the deployments it gives access to. */
export function GlobalKeyDialog({ apiKey, onCreated, onClose }: KeyDialogProps<GlobalKey>) {
  const create = useCreateGlobalKey()
  const update = useChangeGlobalKey()
  const initial = apiKey ? valuesOf(apiKey) : emptyValues
  return (
    <KeyForm
      apiKey={apiKey}
      initial={initial}
      missing={findMissingField}
      create={create}
      update={update}
      onCreated={onCreated}
      onClose={onClose}
    >
      {({ values, failures, change }) => (
        <>
          <FormField label="Access" failure={undefined}>
            {({ id }) => (
              <Radio.Group
                id={id}
                value={values.allowsAll}
                options={[
                  { value: false, label: 'Selected deployments' },
                  { value: true, label: 'All deployments, including future ones' },
                ]}
                style={{ display: 'grid', gap: 4 }}
                onChange={({ target }) => change({ allowsAll: target.value })}
              />
            )}
          </FormField>
          {!values.allowsAll && (
            <DeploymentField
              selectedIds={values.deploymentIds}
              failure={failures.get('deploymentIds')}
              onSelect={(deploymentIds) => change({ deploymentIds })}
            />
          )}
        </>
      )}
    </KeyForm>
  )
}

type FieldProps = {
  readonly selectedIds: readonly string[]
  readonly failure: string | undefined
  onSelect(ids: string[]): void
}

function DeploymentField({ selectedIds, failure, onSelect }: FieldProps) {
  const { data: deployments, error } = useQuery(accessibleDeployments)
  const options = deployments?.map(optionOf) ?? []
  const unread = error ? explain(error, 'Failed to load the deployments') : undefined
  return (
    <FormField label="Deployments" failure={failure ?? unread}>
      {(ties) => (
        <Select
          {...ties}
          mode="multiple"
          loading={!deployments && !error}
          placeholder="Search by name"
          optionFilterProp="label"
          notFoundContent={deployments ? 'No deployments found' : 'Loading…'}
          value={[...selectedIds]}
          options={options}
          onChange={onSelect}
        />
      )}
    </FormField>
  )
}

const optionOf = ({ id, name, apiName, isActive }: AccessibleDeployment) => ({
  value: id,
  label: `${name} (${apiName}${isActive ? '' : ', inactive'})`,
})
