import { CheckCircleFilled } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { isActivePrompt } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { useExportTool } from '../tool.queries.ts'
import { RegressionTestPanel } from '../verifications/RegressionTestPanel.tsx'
import { ExportShares } from './ExportShares.tsx'
import type { ExportState } from './export-state.ts'
import { OverrideReason } from './OverrideReason.tsx'
import { useOverride } from './use-override.ts'
import { useSharing } from './use-sharing.ts'

type Props = { readonly state: ExportState | undefined; readonly onClose: () => void }

/**
 * Exports the project, at once if the user is alone in the organization. Asks for confirmation if prompts were not run, and for a reason if expected
 * values would get worse. Afterwards it offers to create a workflow.
 */
export function ExportDialog({ state, onClose }: Props) {
  const { id: projectId } = useEditor().project
  const action = useExportTool()
  const sharing = useSharing()
  const override = useOverride()
  const send = (isForced: boolean) =>
    action.mutate(
      { projectId, isForced, share: sharing.share, ...override.requestFields },
      { onError: override.reload },
    )

  useExportAtOnce({
    isReady: sharing.isAlone && !sharing.isPending && !override.isPending,
    isPossible: sharing.error === null && override.hasNoExpectedValues,
    start: () => send(false),
  })

  if (action.isSuccess) return <Exported onClose={onClose} />
  if (isWarning(action.error)) {
    return (
      <Question
        title="Are you sure"
        okText="Force Export"
        isBusy={action.isPending}
        onOk={() => send(true)}
        onClose={onClose}
      >
        {explain(action.error)}
      </Question>
    )
  }
  return (
    <Question
      title="Export as tool"
      okText={override.okText}
      isBusy={action.isPending || sharing.isPending || override.isPending}
      isDisabled={sharing.error !== null || override.isMissing}
      isDangerous={override.needsReason}
      width={override.width}
      // Once the user has confirmed the warning, later attempts are forced as well.
      onOk={() => send(action.variables?.isForced === true)}
      onClose={onClose}
    >
      <Summary isAgain={state !== undefined && state.kind !== 'never'} />
      {sharing.canChooseUsers && <ExportShares {...sharing} onChange={sharing.change} />}
      <RegressionTestPanel />
      {override.needsReason && (
        <OverrideReason value={override.reason} onChange={override.setReason} />
      )}
      <Failure error={action.error ?? sharing.error} />
    </Question>
  )
}

type ExportAtOnceOptions = {
  /** Whether it is known that nobody else is in the organization, and how the tests went. */
  readonly isReady: boolean
  readonly isPossible: boolean
  start(): void
}

/** Exports without a question if there is nobody to share with and nothing to decide. */
function useExportAtOnce({ isReady, isPossible, start }: ExportAtOnceOptions): void {
  const wasDecided = useRef(false)
  useEffect(() => {
    if (!isReady || wasDecided.current) return
    wasDecided.current = true
    if (isPossible) start()
  })
}

const isWarning = (error: unknown) =>
  error instanceof Refusal && error.failures[0]?.code === 'warning'

function Failure({ error }: { readonly error: unknown }) {
  if (!error) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      style={{ marginTop: 12 }}
      title={explain(error, 'Failed to export')}
    />
  )
}

function Summary({ isAgain }: { readonly isAgain: boolean }) {
  const { project } = useEditor()
  const exportedPrompts = project.prompts.filter(isActivePrompt)
  return (
    <p className="export-text">
      The project is exported as a tool with {exportedPrompts.length}{' '}
      {exportedPrompts.length === 1 ? 'prompt' : 'prompts'} that workflows can use.{' '}
      {isAgain
        ? 'The new version replaces the current one in all workflows that use it.'
        : 'Later changes to the project take effect only when you export it again.'}
    </p>
  )
}

type QuestionProps = {
  readonly title: string
  readonly okText: string
  readonly isBusy: boolean
  readonly isDisabled?: boolean
  readonly isDangerous?: boolean
  readonly width?: number | undefined
  readonly children: ReactNode
  onOk(): void
  onClose(): void
}

function Question({
  title,
  okText,
  isBusy,
  isDisabled = false,
  isDangerous = false,
  width = 460,
  children,
  onOk,
  onClose,
}: QuestionProps) {
  return (
    <Modal
      open
      width={width}
      title={title}
      okText={okText}
      okButtonProps={{ loading: isBusy, disabled: isDisabled, danger: isDangerous }}
      onOk={onOk}
      onCancel={onClose}
    >
      {children}
    </Modal>
  )
}

function Exported({ onClose }: { readonly onClose: () => void }) {
  const { project } = useEditor()
  const navigate = useNavigate()
  const to = usePaths()
  return (
    <Modal
      open
      width={460}
      title="Custom tool exported successfully"
      footer={[
        <Button key="close" onClick={onClose}>
          Close
        </Button>,
        <Button key="go" type="primary" onClick={() => void navigate({ to: to.workflows() })}>
          Create workflow
        </Button>,
      ]}
      onCancel={onClose}
    >
      <p className="export-text">
        <CheckCircleFilled className="good" aria-hidden="true" /> {project.name} can now be used in
        workflows that process documents in bulk or through an API.
      </p>
    </Modal>
  )
}
