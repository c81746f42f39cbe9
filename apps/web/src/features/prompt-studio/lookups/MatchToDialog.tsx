import type { LookupColumnType } from '@recto/contract/lookups/lookup-tables'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Select } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { allLookupTables, columnTypeNames, type LookupTable } from '../../lookups/lookups.port.ts'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

/** Stands for the value of the prompt itself, which no key does. */
const ownValue = '\0own'

const comparedTypes: readonly LookupColumnType[] = [
  'name',
  'vat_id',
  'iban',
  'gtin',
  'id',
  'postcode',
  'city',
]

/** Sets which lookup table the value of a prompt is matched to. */
export function MatchToDialog({ prompt, onClose }: Props) {
  const { data: tables, error: loadError } = useQuery(allLookupTables)
  const [tableName, setTableName] = useState(prompt.matchTo?.table)
  const [compare, setCompare] = useState(() => fieldsByColumn(prompt.matchTo))
  const [add, setAdd] = useState<readonly string[]>(prompt.matchTo?.add ?? [])
  const { mutateAsync: patch, isPending, error } = usePatchPrompt()
  const alerts = useAlerts()
  const paths = usePaths()
  const table = tables?.find(({ name }) => name === tableName)

  function chooseTable(name: string | undefined) {
    setTableName(name)
    const chosenTable = tables?.find((candidate) => candidate.name === name)
    setCompare(chosenTable ? proposeCompare(chosenTable) : new Map())
    setAdd(chosenTable ? [chosenTable.keyColumn] : [])
  }

  async function save() {
    const matchTo = tableName === undefined ? null : toMatchTo(tableName, compare, add)
    try {
      await patch({ id: prompt.id, changes: { matchTo }, expected: { matchTo: prompt.matchTo } })
      alerts.success('Successfully saved')
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <FormDialog
      title={`Match ${prompt.key} to a lookup table`}
      okText="Save"
      width={560}
      isPending={isPending}
      isDisabled={tableName !== undefined && (!table || compare.size === 0)}
      error={error ?? loadError ?? undefined}
      failureText="Failed to save the setting"
      fields={[]}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <FormField
        label="Lookup table"
        failure={undefined}
        hint={<Link to={paths.lookupTables()}>Manage lookup tables</Link>}
      >
        {({ id }) => (
          <Select
            id={id}
            allowClear
            showSearch
            placeholder="None: the value is not matched"
            loading={tables === undefined && !loadError}
            value={tableName ?? null}
            options={(tables ?? []).map(({ name }) => ({ value: name, label: name }))}
            onChange={(name: string | undefined) => chooseTable(name)}
          />
        )}
      </FormField>
      {table && <Columns prompt={prompt} table={table} compare={compare} onChange={setCompare} />}
      {table && (
        <FormField
          label="Add to the result"
          failure={undefined}
          hint="The values of these columns are added to the result of the document."
        >
          {({ id }) => (
            <Select
              id={id}
              mode="multiple"
              value={[...add]}
              options={table.columns.map(({ name }) => ({ value: name, label: name }))}
              onChange={(names: string[]) => setAdd(names)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}

type FieldsByColumn = ReadonlyMap<string, string>

const fieldsByColumn = (matchTo: MatchTo | null): FieldsByColumn =>
  new Map(matchTo?.compare.map(({ column, field }) => [column, field ?? ownValue]))

const toMatchTo = (table: string, compare: FieldsByColumn, add: readonly string[]): MatchTo => ({
  table,
  compare: [...compare].map(([column, field]) => ({
    column,
    field: field === ownValue ? null : field,
  })),
  add: [...add],
})

/** The own value is mostly a name; without a column of names, it is the key. */
function proposeCompare({ columns, keyColumn }: LookupTable): FieldsByColumn {
  const nameColumn = columns.find(({ type }) => type === 'name')?.name ?? keyColumn
  return new Map([[nameColumn, ownValue]])
}

type ColumnsProps = {
  readonly prompt: Prompt
  readonly table: LookupTable
  readonly compare: FieldsByColumn
  onChange(compare: FieldsByColumn): void
}

/** Chooses the value with which each column is compared. */
function Columns({ prompt, table, compare, onChange }: ColumnsProps) {
  const { project } = useEditor()
  const otherKeys = project.prompts
    .filter(({ isNote, id }) => !isNote && id !== prompt.id)
    .map(({ key }) => key)
  const options = [
    { value: ownValue, label: `${prompt.key} (this value)` },
    ...otherKeys.map((key) => ({ value: key, label: key })),
  ]

  function choose(column: string, field: string | undefined) {
    const next = new Map(compare)
    if (field === undefined) next.delete(column)
    else next.set(column, field)
    onChange(next)
  }

  return table.columns
    .filter(({ type }) => comparedTypes.includes(type))
    .map(({ name, type }) => (
      <FormField key={name} label={`${name} (${columnTypeNames[type]})`} failure={undefined}>
        {({ id }) => (
          <Select
            id={id}
            allowClear
            placeholder="Not compared"
            value={compare.get(name) ?? null}
            options={options}
            onChange={(field: string | undefined) => choose(name, field)}
          />
        )}
      </FormField>
    ))
}
