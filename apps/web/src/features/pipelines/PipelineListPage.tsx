import { PlusOutlined } from '@ant-design/icons'
import { pipelineSharing } from '@recto/contract/organizations/sharing'
import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import { listPipelines } from '@recto/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../shared/commands/commands.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ShareDialog } from '../../shared/sharing/ShareDialog.tsx'
import { type DeployedAction, KeysDialog } from '../deployments/deployments.port.tsx'
import { RunsDialog } from '../executions/executions.port.tsx'
import { NotificationsDialog } from '../notifications/notifications.port.tsx'
import { DeletePipeline } from './DeletePipeline.tsx'
import { SetUpPipeline } from './guide/SetUpPipeline.tsx'
import { UnfinishedDrafts } from './guide/UnfinishedDrafts.tsx'
import { PipelineTable } from './list/PipelineTable.tsx'
import { PipelineDialog } from './PipelineDialog.tsx'
import { type Pipeline, texts } from './pipeline.ts'
import { pipelineList } from './pipelines.queries.ts'

const descriptions: Record<PipelineType, string> = {
  ETL: 'Process the files of a folder or bucket and write the results to a database, manually or on a schedule',
  TASK: 'Process the files of a folder or bucket and write the results to files, manually or on a schedule',
}

const connections: Record<PipelineType, string> = {
  ETL: 'a file system as its source and a database as its destination',
  TASK: 'a file system as both its source and its destination',
}

type PipelineDialogState =
  | { readonly action: 'new' }
  | { readonly action: DeployedAction; readonly pipeline: Pipeline }

/** Lists the pipelines of one type. */
export function PipelineListPage({ type }: { readonly type: PipelineType }) {
  const { singular, plural } = texts[type]
  const [openDialog, setOpenDialog] = useState<PipelineDialogState>()
  const navigate = useNavigate()
  const to = usePaths()
  const startNew = () => setOpenDialog({ action: 'new' })
  useCommands([
    {
      id: 'new-pipeline',
      title: `New ${singular}`,
      group: 'This page',
      shortcut: 'n',
      run: startNew,
    },
    {
      id: 'set-up-pipeline',
      title: 'Set up a pipeline',
      group: 'This page',
      run: () => void navigate({ to: to.newPipeline() }),
    },
  ])

  const newButton = (
    <Button icon={<PlusOutlined aria-hidden="true" />} onClick={startNew}>
      New {singular}
    </Button>
  )
  return (
    <>
      <ListPage
        title={plural}
        description={descriptions[type]}
        list={useQuery(pipelineList(type))}
        failureText="Error fetching pipelines"
        search={{ label: `Search ${plural}`, textOf: ({ name }) => name }}
        actions={
          <>
            {newButton}
            <SetUpPipeline />
          </>
        }
        notice={<UnfinishedDrafts />}
        empty={{
          title: `Currently you have no ${plural}`,
          explanation: `${descriptions[type]}. Set one up on one page, or create one from a workflow that has ${connections[type]}.`,
          actions: (
            <>
              <SetUpPipeline />
              {newButton}
            </>
          ),
        }}
      >
        {(pipelines, emptyText) => (
          <PipelineTable
            label={plural}
            pipelines={pipelines}
            emptyText={emptyText}
            onOpen={(action, pipeline) => setOpenDialog({ action, pipeline })}
          />
        )}
      </ListPage>
      <OpenDialog type={type} dialog={openDialog} onClose={() => setOpenDialog(undefined)} />
    </>
  )
}

type DialogProps = {
  readonly type: PipelineType
  readonly dialog: PipelineDialogState | undefined
  readonly onClose: () => void
}

function OpenDialog({ type, dialog, onClose }: DialogProps) {
  if (!dialog) return null
  if (dialog.action === 'new') return <PipelineDialog type={type} onClose={onClose} />
  const { pipeline } = dialog
  const { id, name } = pipeline
  switch (dialog.action) {
    case 'edit':
      return <PipelineDialog type={type} pipeline={pipeline} onClose={onClose} />
    case 'keys':
      return <KeysDialog kind="pipeline" deployment={{ id, displayName: name }} onClose={onClose} />
    case 'notifications':
      return <NotificationsDialog owner={{ kind: 'pipeline', id, name }} onClose={onClose} />
    case 'runs':
      return <RunsDialog owner={pipeline} entity={type} onClose={onClose} />
    case 'share':
      return (
        <ShareDialog
          namesPeopleWhenOpen
          id={id}
          name={name}
          noun="pipeline"
          endpoints={pipelineSharing}
          lists={[listPipelines]}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeletePipeline pipeline={pipeline} onClose={onClose} />
  }
}

/** The key gives each type a separate page, so that search and dialogs are not carried over. */
export function EtlRoute() {
  return <PipelineListPage key="ETL" type="ETL" />
}

export function TaskRoute() {
  return <PipelineListPage key="TASK" type="TASK" />
}
