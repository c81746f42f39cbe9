import { omitUndefined } from '@recto/omit-undefined'
import { Form, Input, Select } from 'antd'
import { useId } from 'react'
import { FormField } from '../../../../shared/form/FormField.tsx'
import type { FormValues } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import {
  byValues,
  type LineColumnSettings,
  type LineTableSettings,
  proposeColumns,
  typeOptions,
} from '../../line-table.ts'
import type { ListPrompt } from '../../workflows.queries.ts'

type Props = {
  readonly list: ListPrompt
  readonly lineTable: LineTableSettings
  /** The configuration, whose columns for the file have names as well. */
  readonly values: FormValues
  /** Returns the failure of a field of the table. */
  failureOf(field: string): string | undefined
  readonly disabled: boolean
  onChange(lineTable: LineTableSettings): void
}

/** Name of a table for a list, and names and types of its columns beside values of the list. */
export function LineTableFields({ list, lineTable, values, ...props }: Props) {
  const { failureOf, disabled, onChange } = props
  const valuesByField = new Map(list.fields.map(({ name, values: texts }) => [name, texts]))
  // A field that the list has since then gets this column by itself; here it can be changed.
  const columns = [...lineTable.columns, ...proposeColumns(list, values, lineTable.columns)]
  const change = (index: number, column: LineColumnSettings) =>
    onChange({
      ...lineTable,
      columns: columns
        .map((one, place) => (place === index ? column : one))
        .slice(0, Math.max(lineTable.columns.length, index + 1)),
    })

  return (
    <div className="line-table-fields">
      <Form component={false} layout="vertical">
        <FormField
          label={`Table for “${list.prompt}”`}
          failure={failureOf('table') ?? failureOf('prompt')}
          hint="Created if it does not exist. To specify a schema, enter schema.table."
        >
          {(ties) => (
            <Input
              {...ties}
              value={lineTable.table}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...lineTable, table: target.value })}
            />
          )}
        </FormField>
      </Form>
      {columns.length === 0 ? (
        <p className="faint">
          The columns follow from the first file. Run the prompt in Prompt Studio to choose them
          here.
        </p>
      ) : (
        <div className="line-table-columns">
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Values in Prompt Studio</th>
                <th scope="col">Column</th>
                <th scope="col">Type</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column, index) => (
                <ColumnRow
                  key={column.field}
                  column={column}
                  values={valuesByField.get(column.field) ?? []}
                  failure={
                    failureOf(`columns.${index}.name`) ??
                    failureOf(`columns.${index}.field`) ??
                    failureOf(`columns.${index}.type`)
                  }
                  disabled={disabled}
                  onChange={(changedColumn) => change(index, changedColumn)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

type RowProps = {
  readonly column: LineColumnSettings
  readonly values: readonly string[]
  readonly failure: string | undefined
  readonly disabled: boolean
  onChange(column: LineColumnSettings): void
}

function ColumnRow({ column, values, failure, disabled, onChange }: RowProps) {
  const failureId = useId()
  const { field, name, type } = column
  return (
    <tr>
      <th scope="row">{field}</th>
      <td className="line-table-values">{values.length > 0 ? values.join(' · ') : '-'}</td>
      <td>
        <Input
          aria-label={`Column of ${field}`}
          aria-invalid={failure !== undefined}
          aria-describedby={failure ? failureId : undefined}
          {...omitUndefined({ status: failure ? ('error' as const) : undefined })}
          value={name}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...column, name: target.value })}
        />
        {failure && (
          <span id={failureId} className="line-tables-failure">
            {failure}
          </span>
        )}
      </td>
      <td>
        <Select
          aria-label={`Type of ${field}`}
          value={type ?? byValues}
          options={typeOptions}
          disabled={disabled}
          onChange={(value) => onChange(withType(column, value))}
        />
      </td>
    </tr>
  )
}

function withType({ field, name }: LineColumnSettings, choice: string): LineColumnSettings {
  const option = typeOptions.find(({ value }) => value === choice)
  const type = option?.value as LineColumnSettings['type'] | typeof byValues
  return type === byValues || type === undefined ? { field, name } : { field, name, type }
}
