import type { ReviewEvent } from '@recto/contract/review/review'
import { useQuery } from '@tanstack/react-query'
import { Modal, Table } from 'antd'
import { exactTime } from '../../shared/browser/time.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { eventsOfItem } from './review.queries.ts'

type Props = { readonly itemId: string; onClose(): void }

/** Lists the actions on a document, who did them, and the previous values. */
export function ChangesDialog({ itemId, onClose }: Props) {
  return (
    <Modal open width={880} title="Changes" footer={null} onCancel={onClose}>
      <Changes itemId={itemId} />
    </Modal>
  )
}

function Changes({ itemId }: Pick<Props, 'itemId'>) {
  const { data: events, error, refetch } = useQuery(eventsOfItem(itemId))
  if (error && !events) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the changes" onRetry={retry} />
  }
  if (!events) return <ListSkeleton />
  if (events.length === 0) {
    return <EmptyState title="No changes yet" explanation="Every edit is listed here." />
  }
  return (
    <Table
      size="small"
      rowKey={(event) => events.indexOf(event)}
      dataSource={events}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: 'When', dataIndex: 'at', render: (changedAt: string) => exactTime(changedAt) },
        { title: 'Who', dataIndex: 'who', render: (person: string | null) => person ?? 'Recto' },
        { title: 'Action', dataIndex: 'kind', render: wordFor },
        { title: 'Field', dataIndex: 'field', render: (field: string | null) => field ?? '–' },
        { title: 'Before', dataIndex: 'before', render: asText },
        { title: 'After', dataIndex: 'after', render: asText },
        { title: 'Location', dataIndex: 'places', render: pagesOf },
        { title: 'Note', dataIndex: 'note', render: (note: string | null) => note ?? '–' },
      ]}
    />
  )
}

/** Lists the pages from which a new value was taken. */
const pagesOf = (locations: ReviewEvent['places']): string =>
  locations ? [...new Set(locations.map(({ page }) => `Page ${page + 1}`))].join(', ') : '–'

const wordFor = (kind: ReviewEvent['kind']): string => kind.charAt(0).toUpperCase() + kind.slice(1)

function asText(value: unknown) {
  if (value === null || value === undefined) return '–'
  return (
    <span className="review-text">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
  )
}
