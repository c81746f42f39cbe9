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
import { listColumnsOf } from '../list-columns.ts'
import { outputsOfPrompt } from '../output.queries.ts'
import { usePatchPrompt } from '../prompt.queries.ts'
import type { Prompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = { readonly prompt: Prompt; readonly onClose: () => void }

/** Stands for the value of the prompt itself, which no key does. */
const ownValue = '\0own'

/** Begins the columns of the prompt's list. */
const ownColumn = '\0column '

const comparedTypes: readonly LookupColumnType[] = [
  'name',
  'vat_id',
  'iban',
  'gtin',
  'id',
  'postcode',
  'city',
]

const listTypes: readonly string[] = ['table', 'record', 'line-item', 'json']

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
    const isList = listTypes.includes(prompt.type)
    setCompare(chosenTable && !isList ? proposeCompare(chosenTable) : new Map())
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
      isDisabled={tableName !== undefined && (!table || !isComplete(prompt, compare))}
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

/** What each column of the table is compared with: the own value, a column of the own list, or another prompt. */
type FieldsByColumn = ReadonlyMap<string, string>

const fieldsByColumn = (matchTo: MatchTo | null): FieldsByColumn =>
  new Map(
    matchTo?.compare.map(({ column, field, list_column: listColumn }) => [
      column,
      listColumn === undefined ? (field ?? ownValue) : `${ownColumn}${listColumn}`,
    ]),
  )

const toMatchTo = (table: string, compare: FieldsByColumn, add: readonly string[]): MatchTo => ({
  table,
  compare: [...compare].map(([column, field]) =>
    field.startsWith(ownColumn)
      ? { column, field: null, list_column: field.slice(ownColumn.length) }
      : { column, field: field === ownValue ? null : field },
  ),
  add: [...add],
})

/** A list is only matched by its rows. */
const isComplete = ({ type }: Prompt, compare: FieldsByColumn): boolean =>
  listTypes.includes(type)
    ? [...compare.values()].some((field) => field.startsWith(ownColumn))
    : compare.size > 0

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
  const options = useFieldOptions(prompt, compare)
  const isList = listTypes.includes(prompt.type)

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
          <FieldSelect
            id={id}
            value={compare.get(name)}
            options={options}
            isList={isList}
            onChange={(field) => choose(name, field)}
          />
        )}
      </FormField>
    ))
}

type FieldOption = { readonly value: string; readonly label: string }

/** Lists what a column can be compared with; the columns of a list are those of its value and of the setting. */
function useFieldOptions(prompt: Prompt, compare: FieldsByColumn): readonly FieldOption[] {
  const { project, document } = useEditor()
  const { data: outputs = [] } = useQuery({
    ...outputsOfPrompt(project.id, prompt.id, project.singlePass),
    enabled: listTypes.includes(prompt.type),
  })
  const otherKeys = project.prompts
    .filter(({ isNote, id }) => !isNote && id !== prompt.id)
    .map(({ key }) => ({ value: key, label: key }))
  if (!listTypes.includes(prompt.type)) {
    return [{ value: ownValue, label: `${prompt.key} (this value)` }, ...otherKeys]
  }
  const shownOutputs = outputs.filter(({ documentId }) => documentId === document?.id)
  const columns = shownOutputs.flatMap(({ value }) => listColumnsOf(value))
  const ownColumns = new Set([
    ...columns.map((column) => `${ownColumn}${column}`),
    ...[...compare.values()].filter((field) => field.startsWith(ownColumn)),
  ])
  return [
    ...[...ownColumns].map((value) => ({ value, label: toColumnLabel(value) })),
    ...otherKeys.map(({ value, label }) => ({ value, label: `${label} (of the document)` })),
  ]
}

const toColumnLabel = (field: string): string => `${field.slice(ownColumn.length)} (of each row)`

type FieldSelectProps = {
  readonly id: string
  readonly value: string | undefined
  readonly options: readonly FieldOption[]
  readonly isList: boolean
  onChange(field: string | undefined): void
}

/** Selects a value. A column of a list that the document does not have is typed. */
function FieldSelect({ id, value, options, isList, onChange }: FieldSelectProps) {
  const [text, setText] = useState('')
  const column = text.trim()
  const typedOption = {
    value: `${ownColumn}${column}`,
    label: toColumnLabel(`${ownColumn}${column}`),
  }
  const isNew = isList && column !== '' && !options.some((one) => one.value === typedOption.value)
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ onSearch: setText, optionFilterProp: 'label' }}
      placeholder={isList ? 'Not compared; type the name of a column of the list' : 'Not compared'}
      value={value ?? null}
      options={isNew ? [...options, typedOption] : [...options]}
      onChange={(field: string | undefined) => onChange(field)}
    />
  )
}
