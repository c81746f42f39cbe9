import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { exactTime, relativeTime } from '../../shared/browser/time.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { labelOfWord } from '../../shared/words/word-label.ts'
import type { Notification, SentMessage } from './notification.ts'
import { deliveriesOf, useRepeatDelivery } from './notifications.queries.ts'

type Props = { readonly notification: Notification; readonly onClose: () => void }

const states: Record<SentMessage['state'], string> = {
  WAITING: 'Pending',
  DELIVERED: 'Delivered',
  DEAD: 'Failed',
}

/** Lists the messages to an address and their delivery state. */
export function DeliveryLog({ notification, onClose }: Props) {
  const [onlyDead, setOnlyDead] = useState(false)
  const query = deliveriesOf(notification.id, onlyDead ? 'DEAD' : undefined)
  const { data, error, refetch } = useQuery(query)
  const repeat = useRepeatDelivery()
  const alerts = useAlerts()
  const redeliver = (deliveryId: string) =>
    repeat.mutate(
      { id: notification.id, deliveryId },
      { onError: (failure) => alerts.showError(failure, 'Failed to resend the message') },
    )
  const columns: Column<SentMessage>[] = [
    {
      key: 'created',
      title: 'Created',
      width: 110,
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {relativeTime(createdAt)}
        </time>
      ),
    },
    {
      key: 'status',
      title: 'Run status',
      width: 110,
      render: ({ status }) => labelOfWord(status),
    },
    { key: 'state', title: 'State', width: 90, render: ({ state }) => states[state] },
    {
      key: 'tries',
      title: 'Attempts',
      width: 70,
      align: 'right',
      render: ({ attempts }) => <span className="figure">{attempts}</span>,
    },
    {
      key: 'answer',
      title: 'Response',
      render: ({ error: errorText, statusCode }) => errorText ?? statusCode ?? '-',
    },
    {
      key: 'again',
      title: 'Resend',
      isTitleHidden: true,
      width: 110,
      align: 'right',
      render: ({ id, state }) =>
        state === 'DEAD' && (
          <Button
            size="small"
            loading={repeat.isPending && repeat.variables?.deliveryId === id}
            onClick={() => redeliver(id)}
          >
            Resend
          </Button>
        ),
    },
  ]
  return (
    <Modal
      open
      width={760}
      footer={null}
      title={`Messages to ${notification.name}`}
      onCancel={onClose}
    >
      <p>
        <Checkbox checked={onlyDead} onChange={({ target }) => setOnlyDead(target.checked)}>
          Failed messages only
        </Checkbox>
      </p>
      {error && !data && (
        <FailureState
          error={error}
          fallback="Failed to load the messages"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <ListSkeleton />}
      {data && (
        <DataTable
          label="Messages"
          columns={columns}
          rows={data.deliveries}
          keyOf={({ id }) => id}
          emptyText={onlyDead ? 'No failed messages.' : 'No messages have been sent yet.'}
        />
      )}
    </Modal>
  )
}
