import { Link } from '@tanstack/react-router'
import { bulkDeletion } from '../../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import type { Column } from '../../../shared/table/DataTable.tsx'
import type { AppAction, ChatApp } from '../chat-app.ts'
import { useDeleteChatApp } from '../chat-apps.queries.ts'
import { AppMenu } from './AppMenu.tsx'

type AppTableProps = {
  readonly apps: readonly ChatApp[]
  /** Reason why the user may not change apps. */
  readonly refusal: string | undefined
  onOpen(action: AppAction, app: ChatApp): void
}

export function AppTable({ apps, refusal, onOpen }: AppTableProps) {
  const to = usePaths()
  const { mutateAsync: remove } = useDeleteChatApp()
  const columns: Column<ChatApp>[] = [
    {
      key: 'displayName',
      title: 'App Name',
      width: '26%',
      sortBy: ({ displayName }) => displayName,
      render: ({ name, displayName }) => (
        <Link to={to.app(name)} className="list-name">
          {displayName}
        </Link>
      ),
    },
    {
      key: 'name',
      title: 'App Id',
      width: '20%',
      sortBy: ({ name }) => name,
      render: ({ name }) => <span className="mono app-id">{name}</span>,
    },
    { key: 'description', title: 'Description', render: ({ description }) => description },
    {
      key: 'workflow',
      title: 'Workflow',
      hint: 'Currently, each app supports a maximum of 5 documents.',
      width: '20%',
      sortBy: ({ workflowName }) => workflowName,
      render: ({ workflowId, workflowName }) => (
        <Link to={to.workflow(workflowId)}>{workflowName}</Link>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 56,
      align: 'right',
      render: (app) => (
        <AppMenu app={app} refusal={refusal} onOpen={(action) => onOpen(action, app)} />
      ),
    },
  ]
  return (
    <ListTable
      label="App deployments"
      noun="apps"
      columns={columns}
      rows={apps}
      keyOf={({ id }) => id}
      nameOf={({ displayName }) => displayName}
      emptyText="No apps"
      bulkActions={[
        bulkDeletion({
          explanation:
            'Their documents, canned questions and everyone’s chats will be deleted. The workflows will be kept.',
          fallback: 'Failed to delete',
          refusalOf: () => refusal,
          remove,
        }),
      ]}
    />
  )
}
