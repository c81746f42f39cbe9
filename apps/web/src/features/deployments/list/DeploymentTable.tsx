import { CodeOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import type { BulkAction } from '../../../shared/list/BulkDialog.tsx'
import { bulkActivity, bulkDeletion } from '../../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Column } from '../../../shared/table/DataTable.tsx'
import type { Deployment, DeploymentAction } from '../deployment.ts'
import { useDeleteDeployment, useUpdateDeployment } from '../deployments.queries.ts'
import { ActiveSwitch } from './ActiveSwitch.tsx'
import { DeployedMenu } from './DeployedMenu.tsx'
import { EndpointCell } from './EndpointCell.tsx'

type Props = {
  readonly deployments: readonly Deployment[]
  readonly emptyText: string
  onOpen(action: DeploymentAction, deployment: Deployment): void
}

export function DeploymentTable({ deployments, emptyText, onOpen }: Props) {
  const to = usePaths()
  const columns: Column<Deployment>[] = [
    {
      key: 'name',
      title: 'Name',
      width: '28%',
      sortBy: ({ displayName }) => displayName,
      render: ({ displayName, description }) => (
        <>
          <strong className="deployment-name">{displayName}</strong>
          {description && <small className="list-description">{description}</small>}
        </>
      ),
    },
    {
      key: 'endpoint',
      title: 'Endpoint',
      render: (deployment) => <EndpointCell deployment={deployment} />,
    },
    {
      key: 'workflow',
      title: 'Workflow',
      width: '22%',
      sortBy: ({ workflowName }) => workflowName,
      render: ({ workflowId, workflowName }) => (
        <Link to={to.workflow(workflowId)}>{workflowName}</Link>
      ),
    },
    {
      key: 'active',
      title: 'Active',
      width: 80,
      render: (deployment) => <ActiveSwitch deployment={deployment} />,
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 56,
      align: 'right',
      render: (deployment) => (
        <DeployedMenu
          kind="api"
          deployed={{ ...deployment, name: deployment.displayName }}
          keyActions={[
            {
              key: 'snippets',
              label: 'Code Snippets',
              icon: <CodeOutlined />,
              run: () => onOpen('snippets', deployment),
            },
          ]}
          onOpen={(action) => onOpen(action, deployment)}
        />
      ),
    },
  ]

  return (
    <ListTable
      label="API deployments"
      noun="API deployments"
      columns={columns}
      rows={deployments}
      keyOf={({ id }) => id}
      nameOf={({ displayName }) => displayName}
      emptyText={emptyText}
      bulkActions={useBulkActions()}
    />
  )
}

function useBulkActions(): readonly BulkAction<Deployment>[] {
  const { mutateAsync: remove } = useDeleteDeployment()
  const { mutateAsync: update } = useUpdateDeployment()
  const refusalOf = useRefusalOf()
  const factsOf = ({ createdBy, isOwner }: Deployment) => ({ created_by: createdBy, isOwner })
  return [
    ...bulkActivity<Deployment>({
      explanations: {
        on: 'Their addresses will answer again.',
        off: 'Their addresses will refuse documents until they are enabled again.',
      },
      fallback: 'Failed to update the status',
      refusalOf: (deployment) => refusalOf('deployment/change', factsOf(deployment)),
      setActive: (id, isActive) => update({ id, changes: { isActive } }),
    }),
    bulkDeletion({
      explanation:
        'Their endpoints will stop working and their keys will be deleted immediately. The workflows and their run history will be kept.',
      fallback: 'Failed to delete the API deployment',
      refusalOf: (deployment) => refusalOf('deployment/delete', factsOf(deployment)),
      remove,
    }),
  ]
}
