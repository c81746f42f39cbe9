import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { ToolIcon, toolList, type WorkflowTool } from '../../workflows/workflows.port.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { GuideStep } from './GuideStep.tsx'
import { suggestTable } from './guide-values.ts'
import type { Guide } from './use-guide.ts'

/** Chooses the tool that reads the files. */
export function ToolStep({ guide }: { readonly guide: Guide }) {
  const { toolId } = guide.values
  return (
    <GuideStep
      number={2}
      title="Tool"
      explanation="An exported Prompt Studio project, which reads the values of each file."
      isComplete={toolId !== null}
      error={guide.errorOf('tool')}
    >
      <Tools selectedId={toolId} onChange={(tool) => chooseTool(guide, tool)} />
    </GuideStep>
  )
}

/** The table is named after the tool until somebody names it. */
function chooseTool(guide: Guide, { id: toolId, name }: WorkflowTool) {
  const { destination } = guide.values
  const { connection, configuration } = destination
  if (connection !== 'DATABASE' || configuration.table) return guide.change({ toolId })
  guide.change({
    toolId,
    destination: {
      ...destination,
      configuration: { ...configuration, table: suggestTable(name) },
    },
  })
}

type ToolsProps = { readonly selectedId: string | null; onChange(tool: WorkflowTool): void }

function Tools({ selectedId, onChange }: ToolsProps) {
  const projects = usePaths().projects()
  const { data: tools, error, refetch } = useQuery(toolList)
  if (error && !tools) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to get the list of tools" onRetry={retry} />
  }
  if (!tools) return <div className="bone guide-bone" aria-busy="true" />
  if (tools.length === 0) {
    return (
      <EmptyState
        title="No tools yet"
        explanation="A tool is an exported Prompt Studio project. Export a project to see it here."
      >
        <Link to={projects}>Go to Prompt Studio</Link>
      </EmptyState>
    )
  }
  return (
    <ChoiceCards
      label="Tool"
      selectedId={selectedId}
      choices={tools.map(({ id, name, description, icon }) => ({
        id,
        name,
        description,
        icon: <ToolIcon icon={icon} />,
      }))}
      onChange={(id) => {
        const tool = tools.find((one) => one.id === id)
        if (tool) onChange(tool)
      }}
    />
  )
}
