import { Link } from '@tanstack/react-router'
import { bulkDeletion } from '../../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { managementColumn } from '../../../shared/table/actions-column.tsx'
import type { Column } from '../../../shared/table/DataTable.tsx'
import { modifiedColumn, useOwnerColumn } from '../../../shared/table/shared-columns.tsx'
import { useDeleteProject } from '../project.queries.ts'
import type { ListedProject } from '../project.ts'

type Props = {
  /** In the order in which they are shown until the user sorts them. */
  readonly projects: readonly ListedProject[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', project: ListedProject): void
}

/** The projects as rows, to compare them and to act on several at once. */
export function ProjectTable({ projects, emptyText, onOpen }: Props) {
  const paths = usePaths()
  const owner = useOwnerColumn<ListedProject>('20%')
  const refusalOf = useRefusalOf()
  const { mutateAsync: remove } = useDeleteProject()
  const deletionRefusalOf = ({ createdBy, isOwner }: ListedProject) =>
    refusalOf('project/delete', { created_by: createdBy, isOwner })

  const columns: Column<ListedProject>[] = [
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: ({ id, name, description }) => (
        <>
          <Link className="list-name" title={name} to={paths.project(id)}>
            {name}
          </Link>
          {description && <small className="list-description">{description}</small>}
        </>
      ),
    },
    {
      key: 'prompts',
      title: 'Prompts',
      width: 100,
      align: 'right',
      sortBy: ({ promptCount }) => promptCount,
      render: ({ promptCount }) => <span className="figure">{promptCount}</span>,
    },
    owner,
    modifiedColumn(),
    managementColumn({ onOpen, deletionRefusalOf }),
  ]

  return (
    <ListTable
      label="Projects"
      noun="projects"
      columns={columns}
      rows={projects}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={emptyText}
      bulkActions={[
        bulkDeletion({
          explanation:
            'Their prompts, documents and results will be deleted for everyone. This cannot be undone. Projects that a workflow uses will not be deleted.',
          fallback: 'Failed to Delete',
          refusalOf: deletionRefusalOf,
          remove,
        }),
      ]}
    />
  )
}
