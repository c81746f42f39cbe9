import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { useSelectDocument } from '../documents/use-select-document.ts'
import {
  type Accuracy,
  type DocumentAccuracy,
  type FailingAnswer,
  type FaultName,
  type FieldAccuracy,
  type ProjectFaults,
  projectFaults,
} from '../fault.queries.ts'
import { isActivePrompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'

const labelsByFault: Readonly<Record<FaultName, string>> = {
  missing: 'missing',
  made_up: 'made up',
  format: 'other notation',
  rows_lost: 'rows lost',
  rows_added: 'rows added',
  cells: 'wrong cells',
  other_field: 'value of another field',
  other_date: 'other date',
  other_value: 'other value of the document',
  unsupported: 'not in the document',
}

/** Shows where answers differ from the expected values: by field, by document, and one by one. */
export function FailuresView({ onClose }: { readonly onClose: () => void }) {
  const { project } = useEditor()
  const { data, error, refetch } = useQuery(projectFaults(project.id))
  if (error) {
    return (
      <FailureState
        error={error}
        fallback="Failed to fetch the failures"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <div className="bone score-bone" aria-busy="true" />
  if (data.fields.length === 0) {
    return (
      <EmptyState
        title="No answers to compare"
        explanation="Run the prompts on documents that have expected values."
      />
    )
  }
  return <Failures faults={data} onClose={onClose} />
}

type FailuresProps = { readonly faults: ProjectFaults; readonly onClose: () => void }

function Failures({ faults, onClose }: FailuresProps) {
  const { project, profiles, documents } = useEditor()
  const select = useSelectDocument()
  const nameOfProfile = (id: string) => profiles.find((profile) => profile.id === id)?.name ?? '-'
  const keyOf = (id: string) => project.prompts.find((prompt) => prompt.id === id)?.key ?? '-'
  const nameOf = (id: string) => documents.find((document) => document.id === id)?.name ?? '-'
  const openDocument = (id: string) => {
    select(id)
    onClose()
  }
  const columns = { keyOf, nameOf, nameOfProfile, openDocument }
  const unmarkedPrompts = project.prompts.filter(
    (prompt) =>
      isActivePrompt(prompt) && !faults.fields.some(({ promptId }) => promptId === prompt.id),
  )
  return (
    <>
      {faults.contradictedCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${faults.contradictedCount} expected ${faults.contradictedCount === 1 ? 'value contradicts another and is' : 'values contradict others and are'} not used.`}
        />
      )}
      <h3>By field</h3>
      <DataTable
        label="Accuracy by field"
        columns={fieldColumns(columns)}
        rows={faults.fields}
        keyOf={({ promptId, profileId }) => `${promptId}/${profileId}`}
        emptyText="No fields yet"
      />
      {unmarkedPrompts.length > 0 && (
        <p className="faint">
          Without expected values or answers: {unmarkedPrompts.map(({ key }) => key).join(', ')}
        </p>
      )}
      <h3>By document</h3>
      <DataTable
        label="Accuracy by document"
        columns={documentColumns(columns)}
        rows={faults.documents}
        keyOf={({ documentId, profileId }) => `${documentId}/${profileId}`}
        emptyText="No documents yet"
        maxHeight={260}
      />
      <h3>Failing answers</h3>
      <DataTable
        label="Failing answers"
        columns={failureColumns(columns)}
        rows={faults.failures}
        keyOf={({ promptId, documentId, profileId }) => `${promptId}/${documentId}/${profileId}`}
        emptyText="Every answer matches its expected value."
        maxHeight={320}
      />
      {faults.omittedCount > 0 && (
        <p className="faint">{faults.omittedCount} more failing answers are not listed.</p>
      )}
    </>
  )
}

type ColumnContext = {
  keyOf(promptId: string): string
  nameOf(documentId: string): string
  nameOfProfile(profileId: string): string
  openDocument(documentId: string): void
}

function promptColumn<Row extends { readonly promptId: string }>({
  keyOf,
}: ColumnContext): Column<Row> {
  return {
    key: 'key',
    title: 'Prompt',
    sortBy: ({ promptId }) => keyOf(promptId),
    render: ({ promptId }) => <span className="mono">{keyOf(promptId)}</span>,
  }
}

function documentColumn<Row extends { readonly documentId: string }>({
  nameOf,
  openDocument,
}: ColumnContext): Column<Row> {
  return {
    key: 'document',
    title: 'Document',
    sortBy: ({ documentId }) => nameOf(documentId),
    render: ({ documentId }) => (
      <DocumentLink name={nameOf(documentId)} onOpen={() => openDocument(documentId)} />
    ),
  }
}

const profileColumn = <Row extends Accuracy>({ nameOfProfile }: ColumnContext): Column<Row> => ({
  key: 'profile',
  title: 'Profile',
  sortBy: ({ profileId }) => nameOfProfile(profileId),
  render: ({ profileId }) => nameOfProfile(profileId),
})

const fieldColumns = (context: ColumnContext): readonly Column<FieldAccuracy>[] => [
  promptColumn(context),
  profileColumn(context),
  accuracyColumn(),
  {
    key: 'faults',
    title: 'Faults',
    render: ({ faults }) =>
      faults.map(({ fault, count }) => `${count} ${labelsByFault[fault]}`).join(', ') || '-',
  },
]

const documentColumns = (context: ColumnContext): readonly Column<DocumentAccuracy>[] => [
  documentColumn(context),
  profileColumn(context),
  accuracyColumn(),
]

const failureColumns = (context: ColumnContext): readonly Column<FailingAnswer>[] => [
  promptColumn(context),
  documentColumn(context),
  {
    key: 'fault',
    title: 'Fault',
    sortBy: ({ fault }) => labelsByFault[fault],
    render: ({ fault }) => labelsByFault[fault],
  },
  { key: 'truth', title: 'Expected', render: ({ expectedValue }) => expectedValue ?? '–' },
  { key: 'answer', title: 'Answer', render: ({ answer }) => answer ?? '–' },
]

function DocumentLink({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <Button
      type="link"
      size="small"
      className="document-link"
      onClick={onOpen}
      aria-label={`Open ${name}`}
    >
      {name}
    </Button>
  )
}

const percent = (share: number) => Math.round(100 * share)

const accuracyColumn = <Row extends Accuracy>(): Column<Row> => ({
  key: 'right',
  title: 'Correct',
  hint: 'The share of right answers, and the range that contains the true share in 95 % of cases.',
  align: 'right',
  sortBy: ({ right, checked }) => right / checked,
  render: ({ right, checked, low, high }) => (
    <span className="mono">
      {percent(right / checked)}%{' '}
      <span className="faint">
        ({`${right} of ${checked}`}, {percent(low)}–{percent(high)}%)
      </span>
    </span>
  ),
})
