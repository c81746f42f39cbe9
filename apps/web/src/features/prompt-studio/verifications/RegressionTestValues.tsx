import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { useQuery } from '@tanstack/react-query'
import { explain } from '../../../shared/api/refusal.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import {
  type RegressionTest,
  type RegressionTestOutcome,
  type RegressionTestValue,
  regressionTestValues,
} from '../regression-test.queries.ts'
import { useEditor } from '../state/editor-context.ts'

const MAX_HEIGHT = 280

const names: Readonly<Record<RegressionTestOutcome, string>> = {
  worse: 'Worse',
  better: 'Better',
  unchanged: 'Unchanged',
  new: 'New',
  failed: 'Not answered',
}

const columns: readonly Column<RegressionTestValue>[] = [
  {
    key: 'outcome',
    title: 'Outcome',
    width: 110,
    render: ({ outcome }) => (
      <span className="verified-outcome" data-outcome={outcome}>
        {names[outcome]}
      </span>
    ),
  },
  { key: 'prompt', title: 'Prompt', render: ({ key }) => <span className="mono">{key}</span> },
  {
    key: 'document',
    title: 'Document',
    render: ({ documentName }) => showHiddenCharacters(documentName),
  },
  {
    key: 'before',
    title: 'Published',
    render: ({ outcome, publishedValue }) =>
      outcome === 'new' ? '–' : <AnswerText value={publishedValue} />,
  },
  {
    key: 'after',
    title: 'Now',
    render: ({ currentValue, error, isRight }) =>
      error === null ? (
        <JudgedAnswer value={currentValue} isRight={isRight} />
      ) : (
        <span>{error}</span>
      ),
  },
  {
    key: 'truth',
    title: 'Expected',
    render: ({ expectedValue }) => <AnswerText value={expectedValue} />,
  },
]

/**
 * Lists each value with the answer of the published version, the answer after an export, and the
 * expected value.
 */
export function RegressionTestValues({ test }: { readonly test: RegressionTest }) {
  const { id: projectId } = useEditor().project
  const { data, error } = useQuery(regressionTestValues(projectId, test.id))
  if (error) return <p role="alert">{explain(error, 'Failed to load the values')}</p>
  if (!data) return <div className="bone verification-bone" aria-busy="true" />
  return (
    <>
      <DataTable
        label="Values before and after"
        columns={columns}
        rows={data.values}
        keyOf={({ key, documentId, documentName }) => `${key}/${documentId ?? documentName}`}
        emptyText="No values"
        maxHeight={MAX_HEIGHT}
      />
      {data.omittedCount > 0 && (
        <p className="faint">
          and {data.omittedCount} more. Values that got worse are listed first.
        </p>
      )}
    </>
  )
}

function JudgedAnswer({ value, isRight }: { value: string | null; isRight: boolean | null }) {
  return (
    <span className={isRight ? 'verified-right' : 'verified-wrong'}>
      {isRight ? (
        <CheckCircleFilled aria-label="Correct" />
      ) : (
        <CloseCircleFilled aria-label="Incorrect" />
      )}{' '}
      <AnswerText value={value} />
    </span>
  )
}

const AnswerText = ({ value }: { readonly value: string | null }) =>
  value === null ? <span className="faint">no value</span> : <span className="mono">{value}</span>
