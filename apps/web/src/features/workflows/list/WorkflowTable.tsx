import { DeleteOutlined, EditOutlined, ShareAltOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import { type SignedIn, useSignedIn } from '../../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { Workflow } from '../workflow.ts'

type Props = {
  readonly workflows: readonly Workflow[]
  /** Search text, mentioned when nothing matches. */
  readonly search: string
  onEdit(workflow: Workflow): void
  onShare(workflow: Workflow): void
  onDelete(workflow: Workflow): void
}

export function WorkflowTable({ workflows, search, onEdit, onShare, onDelete }: Props) {
  const signedIn = useSignedIn()
  const owner = (workflow: Workflow) =>
    isMine(signedIn, workflow) ? 'Me' : (workflow.createdByEmail ?? '-')
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
    { key: 'owner', title: 'Owner', width: '17%', sortBy: owner, render: owner },
    {
      key: 'modified',
      title: 'Last modified',
      width: 140,
      sortBy: ({ modifiedAt }) => modifiedAt,
      render: ({ modifiedAt }) => (
        <time dateTime={modifiedAt} title={exactTime(modifiedAt)}>
          {relativeTime(modifiedAt)}
        </time>
      ),
    },
    {
      key: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: 112,
      align: 'right',
      render: (workflow) => (
        <RowActions
          workflow={workflow}
          onEdit={() => onEdit(workflow)}
          onShare={() => onShare(workflow)}
          onDelete={() => onDelete(workflow)}
        />
      ),
    },
  ]

  return (
    <DataTable
      label="Workflows"
      columns={columns}
      rows={workflows}
      keyOf={({ id }) => id}
      emptyText={`No results for “${search.trim()}”.`}
    />
  )
}

const isMine = ({ user }: SignedIn, { createdBy }: Workflow): boolean =>
  String(createdBy) === user.id

function Name({ workflow }: { readonly workflow: Workflow }) {
  const to = usePaths()
  return (
    <>
      <Link className="workflow-name" title={workflow.name} to={to.workflow(workflow.id)}>
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
      {workflow.description && <small className="workflow-about">{workflow.description}</small>}
    </>
  )
}

type RowActionsProps = {
  readonly workflow: Workflow
  onEdit(): void
  onShare(): void
  onDelete(): void
}

function RowActions({ workflow, onEdit, onShare, onDelete }: RowActionsProps) {
  const { createdBy, isOwner } = workflow
  const deletion = useRefusalOf()('workflow/delete', { created_by: createdBy, isOwner })
  return (
    <span className="workflow-actions">
      <Button
        type="text"
        size="small"
        title="Edit"
        aria-label={`Edit ${workflow.name}`}
        icon={<EditOutlined />}
        onClick={onEdit}
      />
      <Button
        type="text"
        size="small"
        title="Share"
        aria-label={`Share ${workflow.name}`}
        icon={<ShareAltOutlined />}
        onClick={onShare}
      />
      <Button
        type="text"
        size="small"
        title={deletion ?? 'Delete'}
        aria-label={`Delete ${workflow.name}`}
        disabled={deletion !== undefined}
        icon={<DeleteOutlined />}
        onClick={onDelete}
      />
    </span>
  )
}
