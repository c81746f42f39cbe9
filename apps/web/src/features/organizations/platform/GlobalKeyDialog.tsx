import { useQuery } from '@tanstack/react-query'
import { Radio, Select } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'
import { KeyForm } from '../script-keys/KeyForm.tsx'
import type { KeyDialogProps } from '../script-keys/key-kind.ts'
import type { GlobalKey, GlobalKeyValues, OpenableDeployment } from './global-key.ts'
import {
  openableDeployments,
  useChangeGlobalKey,
  useCreateGlobalKey,
} from './global-keys.queries.ts'

const fresh: GlobalKeyValues = { name: '', description: '', opensAll: false, deploymentIds: [] }

const valuesOf = ({ name, description, opensAll, deployments }: GlobalKey): GlobalKeyValues => ({
  name,
  description,
  opensAll,
  deploymentIds: deployments.map(({ id }) => id),
})

const findMissingField = ({ opensAll, deploymentIds }: GlobalKeyValues) =>
  opensAll || deploymentIds.length > 0
    ? []
    : [['deploymentIds', 'Please choose at least one deployment'] as const]

/** Dialog for the name of a key and the deployments it gives access to. */
export function GlobalKeyDialog({ apiKey, onMade, onClose }: KeyDialogProps<GlobalKey>) {
  const create = useCreateGlobalKey()
  const update = useChangeGlobalKey()
  const initial = apiKey ? valuesOf(apiKey) : fresh
  return (
    <KeyForm
      apiKey={apiKey}
      initial={initial}
      missing={findMissingField}
      create={create}
      update={update}
      onMade={onMade}
      onClose={onClose}
    >
      {({ values, failures, change }) => (
        <>
          <FormField label="What it opens" failure={undefined}>
            {({ id }) => (
              <Radio.Group
                id={id}
                value={values.opensAll}
                options={[
                  { value: false, label: 'The deployments named here' },
                  { value: true, label: 'All deployments, those that are made later too' },
                ]}
                style={{ display: 'grid', gap: 4 }}
                onChange={({ target }) => change({ opensAll: target.value })}
              />
            )}
          </FormField>
          {!values.opensAll && (
            <DeploymentField
              selectedIds={values.deploymentIds}
              failure={failures.get('deploymentIds')}
              onChoose={(deploymentIds) => change({ deploymentIds })}
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
  onChoose(ids: string[]): void
}

function DeploymentField({ selectedIds, failure, onChoose }: FieldProps) {
  const { data: deployments, error } = useQuery(openableDeployments)
  const options = deployments?.map(optionOf) ?? []
  const unread = error ? explain(error, 'Failed to get the deployments') : undefined
  return (
    <FormField label="Deployments" failure={failure ?? unread}>
      {(ties) => (
        <Select
          {...ties}
          mode="multiple"
          loading={!deployments && !error}
          placeholder="Search by name"
          optionFilterProp="label"
          notFoundContent={deployments ? 'There is no such deployment' : 'Loading…'}
          value={[...selectedIds]}
          options={options}
          onChange={onChoose}
        />
      )}
    </FormField>
  )
}

const optionOf = ({ id, name, apiName, isActive }: OpenableDeployment) => ({
  value: id,
  label: `${name} (${apiName}${isActive ? '' : ', switched off'})`,
})
