import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useId } from 'react'
import type { FormValues } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { type LineTableSettings, lineTablesOf, proposeLineTable } from '../../line-table.ts'
import { endLists, type ListPrompt } from '../../workflows.queries.ts'
import { LineTableFields } from './LineTableFields.tsx'

type Props = {
  readonly endId: string
  readonly values: FormValues
  /** The settings that the server refused, in whose order it names the tables. */
  readonly sentValues: FormValues | undefined
  /** Failures from the server by field. */
  readonly failures: ReadonlyMap<string, string>
  readonly disabled: boolean
  onChange(values: FormValues): void
}

/** Selects the lists whose items are written to separate tables, and the columns of these tables. */
export function LineTables({ endId, values, sentValues, failures, disabled, onChange }: Props) {
  const headingId = useId()
  const { data: lists, error, refetch } = useQuery(endLists(endId))
  const lineTables = lineTablesOf(values)
  const sentTables = lineTablesOf(sentValues ?? {})
  const change = (tables: readonly LineTableSettings[]) =>
    onChange({ ...values, lineTables: tables })
  const failure = failures.get('lineTables')

  return (
    <section className="line-tables" aria-labelledby={headingId}>
      <h4 id={headingId}>Tables for lists</h4>
      <p className="faint">
        Writes one row for each item of a list, with the id of its file and the number of the item.
        The row of the file stays as it is.
      </p>
      {failure && (
        <p role="alert" className="line-tables-failure">
          {failure}
        </p>
      )}
      {error && (
        <FailureState
          error={error}
          fallback="Failed to load the lists"
          onRetry={() => void refetch()}
        />
      )}
      {!lists && !error && <div className="bone" style={{ height: 32 }} aria-busy="true" />}
      {lists && allPrompts(lists, lineTables).length === 0 && (
        <p>The project has no prompt that answers with a list.</p>
      )}
      {lists &&
        allPrompts(lists, lineTables).map((list) => (
          <ListChoice
            key={list.prompt}
            list={list}
            index={placeIn(lineTables, list.prompt)}
            lineTables={lineTables}
            values={values}
            failureOf={(field) =>
              failures.get(`lineTables.${placeIn(sentTables, list.prompt)}.${field}`)
            }
            disabled={disabled}
            onChange={change}
          />
        ))}
    </section>
  )
}

const placeIn = (lineTables: readonly LineTableSettings[], name: string): number =>
  lineTables.findIndex(({ prompt }) => prompt === name)

/** A table whose prompt no longer exists must still be shown, so that it can be removed. */
function allPrompts(
  lists: readonly ListPrompt[],
  lineTables: readonly LineTableSettings[],
): readonly ListPrompt[] {
  const names = new Set(lists.map(({ prompt }) => prompt))
  const unknownTables = lineTables.filter(({ prompt }) => !names.has(prompt))
  return [...lists, ...unknownTables.map(({ prompt }) => ({ prompt, fields: [] }))]
}

type ListProps = Omit<Props, 'endId' | 'sentValues' | 'failures' | 'onChange'> & {
  readonly list: ListPrompt
  /** Place among the tables; -1 without a table. */
  readonly index: number
  readonly lineTables: readonly LineTableSettings[]
  failureOf(field: string): string | undefined
  onChange(lineTables: readonly LineTableSettings[]): void
}

function ListChoice({ list, index, lineTables, values, ...props }: ListProps) {
  const { failureOf, disabled, onChange } = props
  const lineTable = lineTables[index]
  const toggle = (isOn: boolean) =>
    onChange(
      isOn
        ? [...lineTables, proposeLineTable(list, values)]
        : lineTables.filter((_, place) => place !== index),
    )
  return (
    <div className="line-table">
      <Checkbox
        checked={lineTable !== undefined}
        disabled={disabled}
        onChange={({ target }) => toggle(target.checked)}
      >
        Write each item of “{list.prompt}” as a row of a separate table
      </Checkbox>
      {lineTable && (
        <LineTableFields
          list={list}
          lineTable={lineTable}
          values={values}
          failureOf={failureOf}
          disabled={disabled}
          onChange={(changedTable) =>
            onChange(lineTables.map((one, place) => (place === index ? changedTable : one)))
          }
        />
      )}
    </div>
  )
}
