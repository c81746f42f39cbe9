import { DeleteOutlined, SettingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { type DragEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { droppedToolId, useAddStep, useRemoveStep } from '../steps/use-steps.ts'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { Workflow, WorkflowStep } from '../workflow.ts'
import { usesOf } from '../workflows.queries.ts'
import { StageCard } from './StageCard.tsx'

type Props = {
  readonly workflow: Workflow
  readonly isSelected: boolean
  readonly state: ReactNode
  onSelect(): void
  onSettings(): void
}

/** The tool that processes the files; empty until one is added. */
export function ToolCard({ workflow, ...rest }: Props) {
  const { step } = workflow
  return step ? (
    <Step step={step} workflow={workflow} {...rest} />
  ) : (
    <EmptyStep workflow={workflow} {...rest} />
  )
}

type StepProps = Props & { readonly step: WorkflowStep }

/** Descriptions of the tools that need no project. */
const notes: Readonly<Record<string, string>> = {
  classify: 'Reads every file and sorts it into a bin.',
  text_extractor: 'Extracts the text of every file.',
}

function Step({ step, workflow, onSettings, ...card }: StepProps) {
  const refusal = useChangeRefusal(workflow)
  const remove = useRemoveStep()
  const { data: uses } = useQuery(usesOf(workflow.id))
  const [isConfirming, setConfirming] = useState(false)
  const isLiveAtOnce = uses?.isUsed === true && !workflow.changesNeedPublishing
  const actions = (
    <>
      <Tooltip title="Settings">
        <Button
          type="text"
          size="small"
          aria-label={`Settings for ${step.name}`}
          icon={<SettingOutlined />}
          onClick={onSettings}
        />
      </Tooltip>
      <Tooltip title={refusal ?? 'Remove step'}>
        <Button
          type="text"
          size="small"
          aria-label={`Remove ${step.name}`}
          disabled={refusal !== undefined}
          loading={remove.isPending}
          icon={<DeleteOutlined />}
          onClick={() => (isLiveAtOnce ? setConfirming(true) : remove.mutate(step.id))}
        />
      </Tooltip>
    </>
  )
  return (
    <StageCard {...card} kind="Tool" title={step.name} actions={actions}>
      <p className="stage-note">
        {notes[step.toolId] ?? 'Reads every file and answers the prompts of the project.'}
        {step.restoredToolVersion !== null &&
          ` Runs version ${step.restoredToolVersion} of the prompts, which was restored, until the project is exported again.`}
      </p>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${step.name}?`}
          okText="Remove"
          isDestructive
          onConfirm={() => remove.mutateAsync(step.id)}
          onClose={() => setConfirming(false)}
        >
          <p>The workflow is deployed. Its runs are refused until it has another tool.</p>
        </ConfirmDialog>
      )}
    </StageCard>
  )
}

function EmptyStep({ workflow, onSettings: _, ...card }: Props) {
  const add = useAddStep(workflow.id)
  const refusal = useChangeRefusal(workflow)
  const [isOver, setOver] = useState(false)

  function handleDragOver(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const toolId = droppedToolId(event.dataTransfer)
    if (toolId && !refusal) add.mutate(toolId)
  }
  return (
    <StageCard
      {...card}
      kind="Tool"
      title="No tool yet"
      drop={{
        'data-over': isOver,
        onDragOver: handleDragOver,
        onDragLeave: () => setOver(false),
        onDrop: handleDrop,
      }}
    >
      <p className="stage-note">
        {add.isPending
          ? 'Adding the tool…'
          : (refusal ?? 'Add a tool from the list, or drop one here.')}
      </p>
    </StageCard>
  )
}
