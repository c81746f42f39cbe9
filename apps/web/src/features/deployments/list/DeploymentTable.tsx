import type { DeploymentListItem } from '@recto/contract/deployments'
import { Link } from '@tanstack/react-router'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { ActiveSwitch } from './ActiveSwitch.tsx'
import type { Deed } from './deed.ts'
import { EndpointCell } from './EndpointCell.tsx'
import { RowMenu } from './RowMenu.tsx'

type Props = {
  readonly deployments: readonly DeploymentListItem[]
  /** What the list was narrowed by, for saying so when nothing is left. */
  readonly search: string
  onOpen(deed: Deed, deployment: DeploymentListItem): void
}

export function DeploymentTable({ deployments, search, onOpen }: Props) {
  const to = usePaths()
  const columns: Column<DeploymentListItem>[] = [
    {
      key: 'name',
      title: 'Name',
      width: '28%',
      sortBy: ({ display_name }) => display_name,
      render: ({ display_name, description }) => (
        <>
          <strong className="deployment-name">{display_name}</strong>
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
      sortBy: ({ workflow_name }) => workflow_name,
      render: ({ workflow, workflow_name }) => (
        <Link to={to.workflow(workflow)}>{workflow_name}</Link>
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
        <RowMenu deployment={deployment} onOpen={(deed) => onOpen(deed, deployment)} />
      ),
    },
  ]

  return (
    <DataTable
      label="API deployments"
      columns={columns}
      rows={deployments}
      keyOf={({ id }) => id}
      emptyText={`No name contains “${search.trim()}”.`}
    />
  )
}
