import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { setDraggedTool, useAddStep } from '../steps/use-steps.ts'
import type { WorkflowTool } from '../tool.ts'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { Workflow } from '../workflow.ts'
import { toolList } from '../workflows.queries.ts'
import { ToolIcon } from './ToolIcon.tsx'

const SEARCH_DEBOUNCE_MS = 600
const STEP_EXISTS = 'The workflow already has a tool. Remove it first.'

/**
 * Lists the tools that can be the step of a workflow: exported projects, and tools that need no
 * project.
 */
export function ToolList({ workflow }: { readonly workflow: Workflow }) {
  const projects = usePaths().projects()
  const [search, setSearch] = useState('')
  const { data: tools, error, refetch } = useQuery(toolList)
  const normalizedSearch = useDebounced(search, SEARCH_DEBOUNCE_MS).trim().toLowerCase()

  if (error && !tools) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get the list of tools" onRetry={retry} />
  }
  if (!tools) return <div className="bone tool-list-bone" aria-hidden="true" />
  if (tools.length === 0) return <NoTools />

  const matchingTools = tools.filter(({ name }) => name.toLowerCase().includes(normalizedSearch))
  return (
    <div className="tool-list">
      <Input
        allowClear
        type="search"
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder="Search tools"
        aria-label="Search tools"
        onChange={({ target }) => setSearch(target.value)}
      />
      {matchingTools.length === 0 && <p className="faint">No results for “{normalizedSearch}”.</p>}
      <ul aria-label="Tools">
        {matchingTools.map((tool) => (
          <Tool key={tool.id} tool={tool} workflow={workflow} />
        ))}
      </ul>
      {tools.every(({ id }) => needsNoProject(id)) && (
        <p className="faint">
          Projects that you export from <Link to={projects}>Prompt Studio</Link> also appear here as
          tools.
        </p>
      )}
    </div>
  )
}

const needsNoProject = (toolId: string) => !toolId.includes('-')

function NoTools() {
  return (
    <EmptyState
      title="No tools yet"
      explanation="A tool is an exported Prompt Studio project. Export a project to see it here."
    >
      <Link to={usePaths().projects()}>Go to Prompt Studio</Link>
    </EmptyState>
  )
}

type ToolProps = { readonly tool: WorkflowTool; readonly workflow: Workflow }

function Tool({ tool, workflow }: ToolProps) {
  const add = useAddStep(workflow.id)
  const { step } = workflow
  const isUsed = step?.toolId === tool.id
  const change = useChangeRefusal(workflow)
  const refusal = change ?? (step ? STEP_EXISTS : undefined)

  return (
    <li
      className="tool"
      draggable={refusal === undefined}
      onDragStart={({ dataTransfer }) => setDraggedTool(dataTransfer, tool.id)}
    >
      <ToolIcon icon={tool.icon} />
      <div>
        <strong>{tool.name}</strong>
        {tool.description && <small>{tool.description}</small>}
      </div>
      {isUsed ? (
        <span className="tool-used">In use</span>
      ) : (
        <Tooltip title={refusal ?? 'Add as a step'} placement="left">
          <Button
            size="small"
            aria-label={`Add ${tool.name}`}
            disabled={refusal !== undefined}
            loading={add.isPending}
            icon={<PlusOutlined />}
            onClick={() => add.mutate(tool.id)}
          />
        </Tooltip>
      )}
    </li>
  )
}
