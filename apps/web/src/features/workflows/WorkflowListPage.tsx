import { workflowSharing } from '@recto/contract/organizations/sharing'
import { listWorkflows } from '@recto/contract/workflows/workflows'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../shared/list/ListPage.tsx'
import {
  oneOf,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../shared/navigation/address-search.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { DeleteWorkflow } from './list/DeleteWorkflow.tsx'
import { NewWorkflow } from './list/NewWorkflow.tsx'
import { WorkflowDialog } from './list/WorkflowDialog.tsx'
import { WorkflowTable } from './list/WorkflowTable.tsx'
import type { Workflow } from './workflow.ts'
import { workflowList } from './workflows.queries.ts'
import './workflows.css'

const owners = ['mine', 'all'] as const
type Owner = (typeof owners)[number]

type WorkflowDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'share' | 'delete'; readonly workflow: Workflow }

/** Lists the workflows of the user, or of everyone in the organization. */
export function WorkflowListPage() {
  const [openDialog, setOpenDialog] = useState<WorkflowDialogState>()
  const owner = oneOf(owners, useAddressSearch().owner)
  const change = useChangeAddressSearch()
  const { user } = useSignedIn()
  const workflows = useQuery(workflowList(owner === 'mine' ? user.id : undefined))
  const close = () => setOpenDialog(undefined)

  return (
    <>
      <ListPage
        title="Workflows"
        description="Build no-code data workflows for unstructured data"
        list={workflows}
        failureText="Unable to get workflow list."
        filters={
          <Segmented<Owner>
            aria-label="Filter by owner"
            value={owner}
            options={[
              { value: 'mine', label: 'My Workflows' },
              { value: 'all', label: 'Organization Workflows' },
            ]}
            onChange={(next) => change({ owner: next === 'mine' ? undefined : next })}
          />
        }
        search={{ label: 'Search workflows', placeholder: 'Search', textOf: ({ name }) => name }}
        create={{
          id: 'new-workflow',
          label: 'New Workflow',
          onStart: () => setOpenDialog({ action: 'new' }),
        }}
        empty={{
          title: owner === 'mine' ? 'You have no workflows yet' : 'There are no workflows yet',
          explanation:
            'A workflow takes files from a source, processes them with a tool created in Prompt Studio, and delivers the values to a destination.',
          actions: <OtherWays owner={owner} onShowAll={() => change({ owner: 'all' })} />,
        }}
      >
        {(matchingWorkflows, emptyText) => (
          <WorkflowTable
            workflows={matchingWorkflows}
            emptyText={emptyText}
            onOpen={(action, workflow) => setOpenDialog({ action, workflow })}
          />
        )}
      </ListPage>
      {openDialog?.action === 'new' && <NewWorkflow onClose={close} />}
      {openDialog?.action === 'edit' && (
        <WorkflowDialog workflow={openDialog.workflow} onClose={close} />
      )}
      {openDialog?.action === 'share' && (
        <ShareDialog
          namesPeopleWhenOpen
          id={openDialog.workflow.id}
          name={openDialog.workflow.name}
          noun="workflow"
          endpoints={workflowSharing}
          lists={[listWorkflows]}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && (
        <DeleteWorkflow workflow={openDialog.workflow} onClose={close} />
      )}
    </>
  )
}

/** What else to do while there are no workflows. */
function OtherWays({ owner, onShowAll }: { readonly owner: Owner; onShowAll(): void }) {
  return (
    <>
      <Link to={usePaths().newPipeline()}>Set up a pipeline on one page</Link>
      {owner === 'mine' && <Button onClick={onShowAll}>See organization workflows</Button>}
    </>
  )
}
