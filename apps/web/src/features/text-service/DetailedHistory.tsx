import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Pagination } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { formatDuration, formatSize } from '../../shared/words/measures.ts'
import { labelOfWord } from '../../shared/words/word-label.ts'
import { type DashboardSearch, pageSizes } from './dashboard-search.ts'
import { recordsFile, textRecords } from './text-service.queries.ts'
import type { TextRecord } from './text-usage.ts'

type Props = { readonly subscription: string; readonly search: DashboardSearch }

const count = new Intl.NumberFormat('en-US')

const columns: readonly Column<TextRecord>[] = [
  {
    key: 'completed',
    title: 'Completed',
    width: '14%',
    orderBy: 'completed_at',
    render: ({ completedAt }) => (
      <time dateTime={completedAt} title={exactTime(completedAt)}>
        {relativeTime(completedAt)}
      </time>
    ),
  },
  {
    key: 'document',
    title: 'Document',
    render: ({ document }) => <code className="text-hash">{document}</code>,
  },
  {
    key: 'mode',
    title: 'Mode',
    width: 120,
    render: ({ mode }) => <span className="text-mode">{labelOfWord(mode)}</span>,
  },
  { key: 'tag', title: 'Tag', width: '11%', render: ({ tag }) => tag },
  {
    key: 'pages',
    title: 'Pages',
    width: 110,
    align: 'right',
    orderBy: 'processed_page_count',
    render: ({ processedPages, totalPages }) =>
      `${count.format(processedPages)} of ${count.format(totalPages)}`,
  },
  {
    key: 'size',
    title: 'Size',
    width: 90,
    align: 'right',
    orderBy: 'upload_file_size',
    render: ({ bytes }) => formatSize(bytes),
  },
  {
    key: 'time',
    title: 'Time',
    width: 90,
    align: 'right',
    orderBy: 'processing_time',
    render: (record) => formatDuration(record.seconds),
  },
  {
    key: 'page-time',
    title: 'Per page',
    width: 90,
    align: 'right',
    render: ({ secondsOfPage }) => formatDuration(secondsOfPage),
  },
]

/** Lists every processed document, loaded page by page. */
export function DetailedHistory({ subscription, search }: Props) {
  const change = useChangeAddressSearch()
  const { data, error, refetch } = useQuery(textRecords(subscription, search))
  const failure = 'Failed to fetch detailed usage metrics'

  if (error && !data) {
    return <FailureState error={error} fallback={failure} onRetry={() => void refetch()} />
  }
  if (!data) return <ListSkeleton />
  return (
    <div className="text-records">
      <div className="text-records-head">
        <span className="faint">{count.format(data.count)} documents</span>
        <Button
          href={recordsFile(subscription, search.days)}
          icon={<DownloadOutlined aria-hidden="true" />}
          download="text-extraction-usage.csv"
        >
          Export CSV
        </Button>
      </div>
      {error && <Alert type="error" showIcon title={explain(error, failure)} />}
      <DataTable
        label="Processed documents"
        columns={columns}
        rows={data.records}
        keyOf={({ document, completedAt }) => `${document} ${completedAt}`}
        emptyText="No documents were processed in this period."
        ordering={search.ordering}
        onOrder={(ordering) => change({ ordering, page: undefined })}
      />
      <Pagination
        className="list-pages"
        align="end"
        showSizeChanger
        pageSizeOptions={[...pageSizes]}
        current={search.page}
        pageSize={search.pageSize}
        total={data.count}
        onChange={(page, pageSize) => change({ page, pageSize })}
      />
    </div>
  )
}
