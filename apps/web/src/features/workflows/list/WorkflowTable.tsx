import { Link } from '@tanstack/react-router'
import { bulkDeletion } from '../../../shared/list/bulk-actions.tsx'
import { ListTable } from '../../../shared/list/ListTable.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { managementColumn } from '../../../shared/table/actions-column.tsx'
import type { Column } from '../../../shared/table/DataTable.tsx'
import { modifiedColumn, useOwnerColumn } from '../../../shared/table/shared-columns.tsx'
import type { Workflow } from '../workflow.ts'
import { useDeleteWorkflow } from '../workflows.queries.ts'

type Props = {
  readonly workflows: readonly Workflow[]
  readonly emptyText: string
  onOpen(action: 'edit' | 'share' | 'delete', workflow: Workflow): void
}

export function WorkflowTable({ workflows, emptyText, onOpen }: Props) {
  const owner = useOwnerColumn<Workflow>('17%')
  const refusalOf = useRefusalOf()
  const { mutateAsync: remove } = useDeleteWorkflow()
  const deletionRefusalOf = ({ createdBy, isOwner }: Workflow) =>
    refusalOf('workflow/delete', { created_by: createdBy, isOwner })
  const tool = ({ step }: Workflow) => step?.name ?? ''

  const columns: Column<Workflow>[] = [
    {
      key: 'name',
      title: 'Name',
      sortBy: ({ name }) => name,
      render: (workflow) => <Name workflow={workflow} />,
    },
    {
      key: 'tool',
      title: 'Tool',
      width: '17%',
      sortBy: tool,
      render: (workflow) => tool(workflow) || <span className="faint">none yet</span>,
    },
    owner,
    modifiedColumn(),
    managementColumn({ onOpen, deletionRefusalOf }),
  ]

  return (
    <ListTable
      label="Workflows"
      noun="workflows"
      columns={columns}
      rows={workflows}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      emptyText={emptyText}
      bulkActions={[
        bulkDeletion({
          explanation:
            'Their sources, tools and destinations will be deleted for everyone. Their run history will be kept, and documents in review stay there. Workflows that are in use will not be deleted.',
          fallback: 'Unable to delete this workflow',
          refusalOf: deletionRefusalOf,
          remove: (id) => remove({ id, inReview: 'keep' }),
        }),
      ]}
    />
  )
}

function Name({ workflow }: { readonly workflow: Workflow }) {
  const to = usePaths()
  return (
    <>
      <Link className="list-name" title={workflow.name} to={to.workflow(workflow.id)}>
        {workflow.name}
      </Link>
      {workflow.isPipelineDraft && (
        <small>
          Pipeline that is not set up yet.{' '}
          <Link to={to.newPipeline()} search={{ draft: workflow.id } as never}>
            Continue
          </Link>
        </small>
      )}
      {workflow.description && <small className="list-description">{workflow.description}</small>}
    </>
  )
}
