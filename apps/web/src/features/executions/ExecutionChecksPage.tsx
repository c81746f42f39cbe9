import { showHiddenCharacters } from '@recto/contract/wire/names'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CheckList } from '../../shared/checks/CheckList.tsx'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { ListPages, usePageInAddress } from '../../shared/list/ListPages.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { checksOfExecution } from './executions.queries.ts'
import '../../shared/checks/checks.css'

/**
 * Lists the check outcomes of one execution, file by file: confirmed, contradicted and not judged.
 */
export function ExecutionChecksPage() {
  const { executionId = '', type = 'WF' } = useParams({ strict: false })
  const to = usePaths()
  usePageTitle('Checks')
  return (
    <div className="page">
      <p className="log-back">
        <Link to={to.executionLog(type, executionId)}>← Execution</Link>
      </p>
      <PageHeader title="Checks" />
      <Report key={executionId} executionId={executionId} type={type} />
    </div>
  )
}

type Props = { readonly executionId: string; readonly type: string }

const counts = [
  { key: 'contradicted', label: 'Contradicted' },
  { key: 'not_judged', label: 'Not evaluated' },
  { key: 'confirmed', label: 'Confirmed' },
] as const

function Report({ executionId, type }: Props) {
  const [page, setPage] = usePageInAddress()
  const { data, error, refetch } = useQuery(checksOfExecution(executionId, page))
  const to = usePaths()

  if (error && !data) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the checks" onRetry={retry} />
  }
  if (!data) return <PageSkeleton />
  if (data.files === 0) {
    return (
      <EmptyState
        title="No checks were run"
        explanation="The tool used in this execution has no checks, and none of its documents are related to other documents. You can add checks in a project’s settings."
      />
    )
  }
  return (
    <>
      <dl className="check-counts">
        {counts.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{data[key].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {data.results.map(({ file_id, file_name, file_path, checks }) => (
        <section
          key={file_id}
          className="checked-file"
          aria-label={showHiddenCharacters(file_path ?? file_name)}
        >
          <h2>
            <Link to={to.executionLog(type, executionId)} search={{ file: file_id } as never}>
              {showHiddenCharacters(file_path ?? file_name)}
            </Link>
          </h2>
          <CheckList checks={checks} />
        </section>
      ))}
      <ListPages page={page} pageSize={data.page_size} count={data.files} onChange={setPage} />
    </>
  )
}
