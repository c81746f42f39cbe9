import { CodeOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Deployment, DeploymentAction } from '../deployment.ts'
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
          {description && <small className="deployment-about">{description}</small>}
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
      width: '18%',
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
    <DataTable
      label="API deployments"
      columns={columns}
      rows={deployments}
      keyOf={({ id }) => id}
      emptyText={emptyText}
    />
  )
}
