import { Alert, Button, Space } from 'antd'
import { lazy, Suspense } from 'react'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { PageSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { textsWithoutDocument } from './empty-texts.ts'
import { ItemDesk } from './ItemDesk.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import type { SimpleReviewQueue as Desk } from './review.queries.ts'
import { endTitleOf, useEndCommand } from './use-end-command.ts'
import { useSimpleDesk } from './use-simple-desk.ts'

const Pdf = lazy(async () => ({ default: (await import('./PdfPages.tsx')).PdfPages }))

type Props = { readonly classId: string | undefined; readonly type: Desk['type'] }

/**
 * Reviews one document after another: fetches it, shows it, and saves all changes when the review
 * is finished.
 */
export function SimpleDesk({ classId, type }: Props) {
  const { item, isBusy, fetchNext, edit, endItem } = useSimpleDesk({
    classId: classId ?? '',
    type,
  })
  const isFree = classId !== undefined && !isBusy
  useEndCommand({ type, isPossible: item !== undefined && isFree, onEnd: endItem })
  return (
    <>
      <Space wrap className="review-actions">
        <Button type={item ? 'default' : 'primary'} disabled={!isFree} onClick={fetchNext}>
          Fetch Next
        </Button>
        <Button type="primary" disabled={!(isFree && item)} onClick={endItem}>
          {endTitleOf(type)}
        </Button>
      </Space>
      {item?.note && <Alert type="warning" showIcon title={item.note} />}
      {item ? (
        <ItemDesk
          key={item.id}
          item={item}
          onEdit={edit}
          Pages={item.isPdf ? PdfOfItem : ItemPages}
          hasChanges={false}
        />
      ) : (
        <EmptyState title="Select class and fetch next" explanation={textsWithoutDocument[type]} />
      )}
    </>
  )
}

const PdfOfItem = (props: PagesProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <Pdf {...props} />
  </Suspense>
)
