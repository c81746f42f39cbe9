import { DownOutlined, PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { isRun } from '../prompt.ts'
import type { Scope } from '../run.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { cellsOf } from './cells-of.ts'
import { EstimateDialog } from './EstimateDialog.tsx'
import { useRunCount, useRuns } from './runs.tsx'

/** Runs every active prompt under every profile: here at once, everywhere once its cost was told. */
export function RunAll() {
  const { project, documents, document } = useEditor()
  const running = useRunCount()
  const { cancel, start } = useRuns()
  const scopeOn = useScopeOn()
  const [asking, setAsking] = useState<Scope>()
  const hasPrompts = project.prompts.some(isRun)
  const run = (scope: Scope | undefined) => scope && void start(cellsOf({}, scope))
  const runHere = () => run(scopeOn(document ? [document.id] : []))
  const askEverywhere = () => setAsking(scopeOn(documents.map(({ id }) => id)))
  // A single pass is one call for all; “run all” asks them one by one.
  const words = project.isSinglePass ? 'Run single pass' : 'Run all'
  const group = 'This project'
  useCommands([
    { id: 'run-all', title: `${words} on this document`, group, run: runHere },
    {
      id: 'run-everywhere',
      title: `${words} on all documents`,
      group,
      run: askEverywhere,
    },
  ])

  return (
    <Space.Compact>
      <Button
        type="primary"
        icon={<PlayCircleOutlined />}
        loading={running > 0}
        disabled={!hasPrompts}
        onClick={runHere}
      >
        {running > 0 ? `${running} running` : words}
      </Button>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        disabled={!hasPrompts || running > 0}
        menu={{
          items: [
            { key: 'here', label: 'On this document', onClick: runHere },
            {
              key: 'everywhere',
              label: `On all ${documents.length} documents …`,
              disabled: documents.length < 2,
              onClick: askEverywhere,
            },
          ],
        }}
      >
        <Button type="primary" aria-label="More ways to run" icon={<DownOutlined />} />
      </Dropdown>
      {running > 0 && (
        <Tooltip title="Cancel all">
          <Button
            type="primary"
            aria-label="Cancel all runs"
            icon={<StopOutlined />}
            onClick={() => void cancel()}
          />
        </Tooltip>
      )}
      {asking && (
        <EstimateDialog
          scope={asking}
          onRun={(scope) => {
            setAsking(undefined)
            run(scope)
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Space.Compact>
  )
}

/** All that can be run on the documents; says what is missing where nothing can be. */
function useScopeOn(): (documentIds: readonly string[]) => Scope | undefined {
  const { project, profiles } = useEditor()
  const alerts = useAlerts()

  return (documentIds) => {
    if (documentIds.length === 0) alerts.hint('Document not selected')
    else if (profiles.length === 0) alerts.hint('LLM Profile is not selected')
    else {
      return {
        promptIds: project.prompts.filter(isRun).map(({ id }) => id),
        profileIds: profiles.map(({ id }) => id),
        documentIds,
      }
    }
    return undefined
  }
}
