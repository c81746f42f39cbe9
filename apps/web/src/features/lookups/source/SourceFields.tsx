import { useQuery } from '@tanstack/react-query'
import { Input, Radio, Select } from 'antd'
import { FormField } from '../../../shared/form/FormField.tsx'
import { allConnectors } from '../../connectors/connectors.port.tsx'
import type { SourceForm } from './source.ts'

type Props = {
  readonly values: SourceForm
  readonly failures: ReadonlyMap<string, string>
  /** Whether the value of the header is stored already. */
  readonly hasStoredHeader: boolean
  onChange(changes: Partial<SourceForm>): void
}

export const sourceKindOptions = [
  { value: 'address' as const, label: 'Web address' },
  { value: 'database' as const, label: 'Database' },
]

type KindProps<Kind extends string> = {
  readonly value: Kind
  readonly options: { readonly value: Kind; readonly label: string }[]
  onChange(kind: Kind): void
}

/** Chooses where the rows of a table come from. */
export function SourceKindField<Kind extends string>({
  value,
  options,
  onChange,
}: KindProps<Kind>) {
  return (
    <FormField label="Rows come from" failure={undefined}>
      {({ id }) => (
        <Radio.Group
          id={id}
          optionType="button"
          options={options}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}

/** The settings of a source. */
export function SourceFields(props: Props) {
  return props.values.kind === 'address' ? (
    <AddressFields {...props} />
  ) : (
    <DatabaseFields {...props} />
  )
}

function AddressFields({ values, failures, hasStoredHeader, onChange }: Props) {
  return (
    <>
      <FormField
        label="Address"
        failure={failures.get('source.url')}
        hint="It replies to GET with JSON. Redirects are not followed."
      >
        {(ties) => (
          <Input
            {...ties}
            type="url"
            value={values.url}
            maxLength={4000}
            placeholder="https://erp.example.com/api/suppliers"
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </FormField>
      <FormField
        label="Path to the list"
        failure={failures.get('source.items_path')}
        hint="The fields that lead to the list of objects, such as data.suppliers. Leave it empty if the reply is the list."
      >
        {(ties) => (
          <Input
            {...ties}
            className="mono"
            value={values.itemsPath}
            maxLength={255}
            onChange={({ target }) => onChange({ itemsPath: target.value })}
          />
        )}
      </FormField>
      <div className="source-pair">
        <FormField
          label="Header"
          failure={failures.get('source.header.name')}
          hint="Only if the server asks for one."
        >
          {(ties) => (
            <Input
              {...ties}
              value={values.headerName}
              maxLength={100}
              placeholder="Authorization"
              onChange={({ target }) => onChange({ headerName: target.value })}
            />
          )}
        </FormField>
        <FormField
          label="Value of the header"
          failure={failures.get('source.header.value')}
          hint="It is stored encrypted, and never shown."
        >
          {(ties) => (
            <Input.Password
              {...ties}
              autoComplete="off"
              value={values.headerValue}
              maxLength={8000}
              placeholder={hasStoredHeader ? 'Stored' : 'Bearer …'}
              onChange={({ target }) => onChange({ headerValue: target.value })}
            />
          )}
        </FormField>
      </div>
    </>
  )
}

const readOptions = [
  { value: 'table', label: 'A table or view' },
  { value: 'query', label: 'A query' },
]

function DatabaseFields({ values, failures, onChange }: Props) {
  return (
    <>
      <ConnectorField values={values} failures={failures} onChange={onChange} />
      <FormField label="Rows" failure={undefined}>
        {({ id }) => (
          <Radio.Group
            id={id}
            options={readOptions}
            value={values.reads}
            onChange={({ target }) => onChange({ reads: target.value })}
          />
        )}
      </FormField>
      {values.reads === 'query' ? (
        <FormField
          label="Query"
          failure={failures.get('source.query')}
          hint="One SELECT statement. Statements that write are refused; use a database user that can only read."
        >
          {(ties) => (
            <Input.TextArea
              {...ties}
              className="mono"
              rows={4}
              value={values.query}
              maxLength={20_000}
              onChange={({ target }) => onChange({ query: target.value })}
            />
          )}
        </FormField>
      ) : (
        <div className="source-pair">
          <FormField
            label="Schema"
            failure={failures.get('source.table.schema')}
            hint="Leave it empty to use that of the connector."
          >
            {(ties) => (
              <Input
                {...ties}
                value={values.schema}
                maxLength={255}
                onChange={({ target }) => onChange({ schema: target.value })}
              />
            )}
          </FormField>
          <FormField
            label="Table or view"
            failure={failures.get('source.table.name')}
            hint="As it is written in the database."
          >
            {(ties) => (
              <Input
                {...ties}
                value={values.table}
                maxLength={255}
                placeholder="suppliers"
                onChange={({ target }) => onChange({ table: target.value })}
              />
            )}
          </FormField>
        </div>
      )}
    </>
  )
}

function ConnectorField({ values, failures, onChange }: Omit<Props, 'hasStoredHeader'>) {
  const { data: connectors, error } = useQuery(allConnectors)
  const options = (connectors ?? [])
    .filter(({ kind, isUsable }) => kind === 'tables' && isUsable)
    .map(({ id, name }) => ({ value: id, label: name }))
  const loadFailure = error ? 'The connectors could not be loaded.' : undefined
  return (
    <FormField
      label="Connector"
      failure={failures.get('source.connector_id') ?? loadFailure}
      hint="A connector to a database that you may use. The table can be refreshed as long as you may."
    >
      {(ties) => (
        <Select<string>
          {...ties}
          showSearch={{ optionFilterProp: 'label' }}
          loading={!connectors && !error}
          value={values.connectorId}
          placeholder="Choose a connector"
          notFoundContent="There is no connector to a database yet."
          options={options}
          onChange={(connectorId) => onChange({ connectorId })}
        />
      )}
    </FormField>
  )
}
