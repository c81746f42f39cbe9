import { DownOutlined, PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip } from 'antd'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { isRun } from '../prompt.ts'
import { useEditor } from '../state/editor-context.ts'
import { cellsOf } from './cells-of.ts'
import { useRunCount, useRuns } from './runs.tsx'

/** Runs every active prompt under every profile. */
export function RunAll() {
  const { project, documents, document } = useEditor()
  const running = useRunCount()
  const runOn = useRunOn()
  const { cancel } = useRuns()
  const here = document ? [document.id] : []
  const hasPrompts = project.prompts.some(isRun)
  useCommands([
    {
      id: 'run-all',
      title: 'Run all prompts on this document',
      group: 'This project',
      run: () => runOn(here),
    },
  ])

  return (
    <Space.Compact>
      <Button
        type="primary"
        icon={<PlayCircleOutlined />}
        loading={running > 0}
        disabled={!hasPrompts}
        onClick={() => runOn(here)}
      >
        {running > 0 ? `${running} running` : 'Run all'}
      </Button>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        disabled={!hasPrompts || running > 0}
        menu={{
          items: [
            { key: 'here', label: 'On this document', onClick: () => runOn(here) },
            {
              key: 'everywhere',
              label: `On all ${documents.length} documents`,
              disabled: documents.length < 2,
              onClick: () => runOn(documents.map(({ id }) => id)),
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
    </Space.Compact>
  )
}

function useRunOn(): (documentIds: readonly string[]) => void {
  const { project, profiles } = useEditor()
  const { start } = useRuns()
  const alerts = useAlerts()

  return (documentIds) => {
    if (documentIds.length === 0) return alerts.hint('Document not selected')
    if (profiles.length === 0) return alerts.hint('LLM Profile is not selected')
    const cells = cellsOf(
      {},
      {
        promptIds: project.prompts.filter(isRun).map(({ id }) => id),
        profileIds: profiles.map(({ id }) => id),
        documentIds,
      },
    )
    void start(cells)
  }
}
