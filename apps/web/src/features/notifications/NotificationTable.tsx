import { DeleteOutlined, EditOutlined, HistoryOutlined, SendOutlined } from '@ant-design/icons'
import { Button, Pagination, Switch, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { type Notification, platforms } from './notification.ts'
import { useTestNotification, useUpdateNotification } from './notifications.queries.ts'

const NOTIFICATIONS_PER_PAGE = 5

type Props = {
  readonly notifications: readonly Notification[]
  onOpen(action: 'edit' | 'delete' | 'log', notification: Notification): void
}

export function NotificationTable({ notifications, onOpen }: Props) {
  const [requestedPage, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(notifications.length / NOTIFICATIONS_PER_PAGE))
  const page = Math.min(requestedPage, pages)
  const columns: Column<Notification>[] = [
    {
      key: 'name',
      title: 'Name',
      width: '24%',
      render: ({ name, onlyFailures }) => (
        <>
          {name}
          {onlyFailures && <small className="notification-note">Failures only</small>}
        </>
      ),
    },
    {
      key: 'platform',
      title: 'Platform',
      width: 90,
      render: ({ platform }) => platforms[platform],
    },
    {
      key: 'url',
      title: 'URL',
      render: ({ url }) => (
        <span className="mono notification-url" title={url}>
          {url}
        </span>
      ),
    },
    {
      key: 'active',
      title: 'Active',
      width: 70,
      render: (row) => <NotificationSwitch notification={row} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 140,
      align: 'right',
      render: (row) => <RowActions notification={row} onOpen={(action) => onOpen(action, row)} />,
    },
  ]
  const visibleNotifications = notifications.slice(
    (page - 1) * NOTIFICATIONS_PER_PAGE,
    page * NOTIFICATIONS_PER_PAGE,
  )
  return (
    <>
      <DataTable
        label="Notifications"
        columns={columns}
        rows={visibleNotifications}
        keyOf={({ id }) => id}
        emptyText="No notifications configured yet."
      />
      <Pagination
        className="notification-pages"
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={page}
        pageSize={NOTIFICATIONS_PER_PAGE}
        total={notifications.length}
        onChange={setPage}
      />
    </>
  )
}

function NotificationSwitch({ notification }: { readonly notification: Notification }) {
  const { id, name } = notification
  const update = useUpdateNotification()
  const alerts = useAlerts()
  const onError = (error: unknown) => alerts.showError(error, 'Failed to update the notification')
  return (
    <Switch
      size="small"
      aria-label={`${name} is active`}
      checked={notification.isActive}
      loading={update.isPending}
      onChange={(isActive) => update.mutate({ id, changes: { isActive } }, { onError })}
    />
  )
}

type RowActionsProps = {
  readonly notification: Notification
  onOpen(action: 'edit' | 'delete' | 'log'): void
}

function RowActions({ notification: { id, name }, onOpen }: RowActionsProps) {
  const test = useTestNotification()
  const alerts = useAlerts()
  const send = () =>
    test.mutate(id, {
      onSuccess: ({ state, error }) =>
        state === 'DELIVERED'
          ? alerts.success('The test message was delivered')
          : alerts.warn(error ?? 'The test message was not delivered'),
      onError: (error) => alerts.showError(error, 'Failed to send the test message'),
    })
  return (
    <span className="notification-actions">
      <Action
        label={`Send a test message to ${name}`}
        icon={<SendOutlined />}
        isBusy={test.isPending}
        onClick={send}
      />
      <Action
        label={`Messages to ${name}`}
        icon={<HistoryOutlined />}
        onClick={() => onOpen('log')}
      />
      <Action label={`Edit ${name}`} icon={<EditOutlined />} onClick={() => onOpen('edit')} />
      <Action label={`Delete ${name}`} icon={<DeleteOutlined />} onClick={() => onOpen('delete')} />
    </span>
  )
}

type ActionProps = {
  readonly label: string
  readonly icon: ReactNode
  readonly isBusy?: boolean
  onClick(): void
}

function Action({ label, icon, isBusy = false, onClick }: ActionProps) {
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        size="small"
        aria-label={label}
        icon={icon}
        loading={isBusy}
        onClick={onClick}
      />
    </Tooltip>
  )
}
