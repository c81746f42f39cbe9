import { DownOutlined, PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { isActivePrompt } from '../prompt.ts'
import type { Scope } from '../run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { EstimateDialog } from './EstimateDialog.tsx'
import { listCells } from './list-cells.ts'
import { useReasonNotToRun, useRunCount, useRuns } from './runs.tsx'

/**
 * Runs every active prompt under every profile: on this document immediately, on all documents
 * after showing the estimated cost.
 */
export function RunAll() {
  const { project, documents, document } = useEditor()
  const refusal = useReasonNotToRun()
  const runCount = useRunCount()
  const { cancel, start } = useRuns()
  const buildScope = useBuildScope()
  const [scopeToConfirm, setScopeToConfirm] = useState<Scope>()
  const hasPrompts = project.prompts.some(isActivePrompt)
  const run = (scope: Scope | undefined) => scope && void start(listCells({}, scope))
  // A single pass says itself that no profile is selected.
  const isRefused = refusal !== undefined && !project.singlePass
  const runHere = () => run(buildScope(document ? [document.id] : []))
  const confirmRunEverywhere = () => setScopeToConfirm(buildScope(documents.map(({ id }) => id)))
  // A single pass sends all prompts in one call; otherwise each prompt is one call.
  const label = project.singlePass ? 'Run single pass' : 'Run all'
  const group = 'This project'
  useCommands([
    { id: 'run-all', title: `${label} on this document`, group, run: runHere },
    {
      id: 'run-everywhere',
      title: `${label} on all documents`,
      group,
      run: confirmRunEverywhere,
    },
  ])

  return (
    <Space.Compact>
      <Tooltip title={refusal}>
        <Button
          type="primary"
          icon={<PlayCircleOutlined />}
          loading={runCount > 0}
          disabled={!hasPrompts || isRefused}
          aria-description={refusal}
          onClick={runHere}
        >
          {runCount > 0 ? `${runCount} running` : label}
        </Button>
      </Tooltip>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        disabled={!hasPrompts || runCount > 0 || isRefused}
        menu={{
          items: [
            { key: 'here', label: 'On this document', onClick: runHere },
            {
              key: 'everywhere',
              label: `On all ${documents.length} documents…`,
              disabled: documents.length < 2,
              onClick: confirmRunEverywhere,
            },
          ],
        }}
      >
        <Button type="primary" aria-label="More run options" icon={<DownOutlined />} />
      </Dropdown>
      {runCount > 0 && (
        <Tooltip title="Cancel all">
          <Button
            type="primary"
            aria-label="Cancel all runs"
            icon={<StopOutlined />}
            onClick={() => void cancel()}
          />
        </Tooltip>
      )}
      {scopeToConfirm && (
        <EstimateDialog
          scope={scopeToConfirm}
          onRun={(scope) => {
            setScopeToConfirm(undefined)
            run(scope)
          }}
          onClose={() => setScopeToConfirm(undefined)}
        />
      )}
    </Space.Compact>
  )
}

/**
 * Builds the scope of everything that can be run on the documents, or tells the user what is
 * missing.
 */
function useBuildScope(): (documentIds: readonly string[]) => Scope | undefined {
  const { project, profiles } = useEditor()
  const alerts = useAlerts()

  return (documentIds) => {
    if (documentIds.length === 0) alerts.hint('Document not selected')
    else if (profiles.length === 0) alerts.hint('LLM Profile is not selected')
    else {
      return {
        promptIds: project.prompts.filter(isActivePrompt).map(({ id }) => id),
        profileIds: profiles.map(({ id }) => id),
        documentIds,
      }
    }
    return undefined
  }
}
