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

type NotificationView =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'delete' | 'log'; readonly notification: Notification }

/**
 * Manages the addresses that are notified when a run of a deployment or a pipeline ends, or when
 * the budget is nearly spent.
 */
export function NotificationsDialog({ owner, onClose }: Props) {
  const { data: notifications, error, refetch } = useQuery(notificationsOf(owner))
  const [openView, setOpenView] = useState<NotificationView>()
  const close = () => setOpenView(undefined)

  return (
    <Modal
      open
      width={820}
      footer={null}
      title={`Notifications for ${owner.name}`}
      onCancel={onClose}
    >
      {error && !notifications && (
        <FailureState
          error={error}
          fallback="Failed to load the notifications"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !notifications && <ListSkeleton />}
      {notifications && (
        <>
          <NotificationTable
            notifications={notifications}
            onOpen={(view, notification) => setOpenView({ action: view, notification })}
          />
          <Button
            className="notification-add"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => setOpenView({ action: 'new' })}
          >
            New notification
          </Button>
        </>
      )}
      {openView?.action === 'new' && <NotificationForm owner={owner} onClose={close} />}
      {openView?.action === 'edit' && (
        <NotificationForm owner={owner} notification={openView.notification} onClose={close} />
      )}
      {openView?.action === 'log' && (
        <DeliveryLog notification={openView.notification} onClose={close} />
      )}
      {openView?.action === 'delete' && (
        <DeleteNotification notification={openView.notification} onClose={close} />
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
      No more messages will be sent to its URL, and its message log will be deleted.
    </ConfirmDialog>
  )
}
