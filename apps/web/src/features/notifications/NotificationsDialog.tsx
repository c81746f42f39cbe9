import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { NotificationForm } from './NotificationForm.tsx'
import { NotificationTable } from './NotificationTable.tsx'
import type { Notification, NotificationOwner } from './notification.ts'
import { notificationsOf, useDeleteNotification } from './notifications.queries.ts'
import './notifications.css'

type Props = { readonly owner: NotificationOwner; readonly onClose: () => void }

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'delete' | 'log'; readonly notification: Notification }

/** Who is told when a run of a deployment or a pipeline ends, or when the budget is nearly spent. */
export function NotificationsDialog({ owner, onClose }: Props) {
  const { data: notifications, error, refetch } = useQuery(notificationsOf(owner))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)

  return (
    <Modal
      open
      width={820}
      footer={null}
      title={`Notifications of ${owner.name}`}
      onCancel={onClose}
    >
      {error && !notifications && (
        <FailureState
          error={error}
          fallback="Failed to get the notifications"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !notifications && <ListSkeleton />}
      {notifications && (
        <>
          <NotificationTable
            notifications={notifications}
            onOpen={(what, notification) => setOpened({ what, notification })}
          />
          <Button
            className="notification-add"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => setOpened({ what: 'new' })}
          >
            New Notification
          </Button>
        </>
      )}
      {opened?.what === 'new' && <NotificationForm owner={owner} onClose={close} />}
      {opened?.what === 'edit' && (
        <NotificationForm owner={owner} notification={opened.notification} onClose={close} />
      )}
      {opened?.what === 'log' && <DeliveryLog notification={opened.notification} onClose={close} />}
      {opened?.what === 'delete' && (
        <DeleteNotification notification={opened.notification} onClose={close} />
      )}
    </Modal>
  )
}

type DeleteProps = { readonly notification: Notification; readonly onClose: () => void }

function DeleteNotification({ notification, onClose }: DeleteProps) {
  const { mutateAsync: remove } = useDeleteNotification()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${notification.name}?`}
      okText="Delete"
      fallback="Failed to delete the notification"
      onConfirm={() => remove(notification.id)}
      onClose={onClose}
    >
      Its address hears of nothing more, and the log of its messages goes with it.
    </ConfirmDialog>
  )
}
