import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { type FormValues, SchemaForm } from '../../../shared/form/schema-form/SchemaForm.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import type { WorkflowEnd } from '../workflow.ts'
import { connectorChoices, endSettings, useUpdateEnd } from '../workflows.queries.ts'
import { FolderTree } from './FolderTree.tsx'

type Props = {
  readonly end: WorkflowEnd
  /** Why it cannot be changed. */
  readonly refusal: string | undefined
  readonly onClose: () => void
}

const titles = { source: 'Configure the source', destination: 'Configure the destination' }

/** Where the files of an end are, or its table, and what is done with them. */
export function EndDialog({ end, refusal, onClose }: Props) {
  const { data, error } = useQuery(endSettings(end.id))
  const [connectorId, setConnectorId] = useState(end.connectorId)
  const [values, setValues] = useState<FormValues>(end.configuration)
  const update = useUpdateEnd()
  const alerts = useAlerts()
  const failures = nestedFailures(update.error)

  function handleSubmit(configuration: FormValues) {
    update.mutate(
      { id: end.id, connectorId, configuration },
      {
        onSuccess: () => {
          alerts.success('Successfully updated')
          onClose()
        },
        onError: (failure) => {
          if (failuresByField(failure).size === 0) alerts.failed(failure, 'Failed to update')
        },
      },
    )
  }

  return (
    <Modal open width={640} footer={null} title={titles[end.side]} onCancel={onClose}>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to get endpoints')}
        />
      )}
      {!error && !data && <ListSkeleton />}
      {data && (
        <>
          {end.connection !== 'API' && (
            <ConnectorField
              end={end}
              value={connectorId}
              failure={failures.get('connector_instance')}
              onChange={setConnectorId}
            />
          )}
          {end.side === 'source' && end.connection === 'FILESYSTEM' && connectorId && (
            <FolderTree
              key={connectorId}
              connectorId={connectorId}
              chosen={foldersIn(values)}
              onChange={(folders) => setValues({ ...values, folders })}
            />
          )}
          <SchemaForm
            schema={data.schema ?? { type: 'object', properties: {} }}
            values={values}
            failures={failures}
            disabled={refusal !== undefined}
            onChange={setValues}
            onSubmit={handleSubmit}
          >
            <Button
              type="primary"
              htmlType="submit"
              title={refusal}
              disabled={refusal !== undefined}
              loading={update.isPending}
            >
              Save
            </Button>
          </SchemaForm>
        </>
      )}
    </Modal>
  )
}

const foldersIn = ({ folders }: FormValues): readonly string[] =>
  Array.isArray(folders) ? folders.filter((it) => typeof it === 'string') : []

/** The form knows its fields without what they stand in. */
const nestedFailures = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    [...failuresByField(error)].map(([name, words]) => [
      name.replace(/^configuration\./, ''),
      words,
    ]),
  )

type ConnectorFieldProps = {
  readonly end: WorkflowEnd
  readonly value: string | null
  readonly failure: string | undefined
  onChange(id: string): void
}

function ConnectorField({ end, value, failure, onChange }: ConnectorFieldProps) {
  const mode = end.connection === 'DATABASE' ? 'DATABASE' : 'FILE_SYSTEM'
  const { data: connectors, error, isPending } = useQuery(connectorChoices(mode))
  return (
    <FormField
      label="Connector"
      failure={failure}
      hint={error ? explain(error, 'Failed to get the connectors') : undefined}
    >
      {(ties) => (
        <Select<string>
          {...ties}
          style={{ width: '100%' }}
          placeholder="Choose a connector"
          loading={isPending}
          value={value}
          options={(connectors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent="There is no connector of this kind yet."
          onChange={onChange}
        />
      )}
    </FormField>
  )
}
