import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Space, Table } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../shared/browser/copy-text.ts'
import { exactTime } from '../../shared/browser/time.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { textsWithoutDocument } from './empty-texts.ts'
import { ItemDesk } from './ItemDesk.tsx'
import type { ReviewedItem } from './item.ts'
import { addressOfApproved, approvedItems, useOpenApproved } from './review.queries.ts'
import { AutoApprovePanel } from './settings/AutoApprovePanel.tsx'

const PAGE_SIZE = 6

type Props = { readonly classId: string | undefined }

/** Shows and downloads approved documents that are stored in the queue. */
export function ApprovedDesk({ classId }: Props) {
  const { showError } = useAlerts()
  const copy = useCopy()
  const open = useOpenApproved()
  const [view, setView] = useState<'list' | 'auto'>()
  const [item, setItem] = useState<ReviewedItem>()
  const isIdle = classId === undefined

  const list = () => {
    setItem(undefined)
    setView('list')
  }
  const showAuto = () => {
    setItem(undefined)
    setView('auto')
  }
  const openAt = (position: number) =>
    open.mutate(
      { classId: classId ?? '', position },
      {
        onSuccess: setItem,
        onError: (error) => showError(error, 'Failed to set current review data.'),
      },
    )

  return (
    <>
      <Space wrap className="review-actions">
        <Button type="primary" disabled={isIdle} onClick={list}>
          Get Finalized List
        </Button>
        <Button
          disabled={isIdle}
          onClick={() => void copy(classId ?? '', 'Class ID copied to clipboard')}
        >
          Copy class ID
        </Button>
        <Dropdown
          disabled={isIdle}
          menu={{
            items: (['json', 'csv'] as const).map((format) => ({
              key: format,
              label: (
                <a href={classId && addressOfApproved(classId, format)} download>
                  {format}
                </a>
              ),
            })),
          }}
        >
          <Button>Download</Button>
        </Dropdown>
        <Button disabled={isIdle} onClick={showAuto}>
          Auto-approve
        </Button>
      </Space>
      {item && <ItemDesk key={item.id} item={item} onEdit={undefined} />}
      {!item && classId !== undefined && view === 'list' && (
        <ApprovedTable classId={classId} onOpen={openAt} />
      )}
      {!item && view === 'auto' && <AutoApprovePanel />}
      {!item && view === undefined && (
        <EmptyState
          title="Select class and fetch next"
          explanation={textsWithoutDocument.download}
        />
      )}
    </>
  )
}

type TableProps = { readonly classId: string; onOpen(position: number): void }

function ApprovedTable({ classId, onOpen }: TableProps) {
  const { data: items, error, refetch } = useQuery(approvedItems(classId))
  if (error && !items) return <FailureState error={error} onRetry={() => void refetch()} />
  if (!items) return <ListSkeleton />
  return (
    <Table
      size="small"
      rowKey="position"
      dataSource={items}
      pagination={{ pageSize: PAGE_SIZE, showSizeChanger: false }}
      columns={[
        {
          title: 'Document',
          dataIndex: 'fileName',
          render: (name: string, { position }) => (
            <Button type="link" onClick={() => onOpen(position)}>
              {name}
            </Button>
          ),
        },
        {
          title: 'Approved',
          dataIndex: 'approvedAt',
          render: (approvedAt: string) => exactTime(approvedAt),
        },
        {
          title: 'Approved by',
          dataIndex: 'approvedBy',
          render: (approvedBy: string | null) => approvedBy ?? '–',
        },
      ]}
    />
  )
}
