import { ArrowDownOutlined } from '@ant-design/icons'
import type { Workflow } from '../workflow.ts'
import { EndpointCard } from './EndpointCard.tsx'
import type { EditorParts, Stage } from './parts.ts'
import type { Ends } from './refusals.ts'
import { ToolCard } from './ToolCard.tsx'

type Props = {
  readonly workflow: Workflow
  readonly ends: Ends
  readonly selected: Stage | undefined
  readonly parts: Pick<EditorParts, 'StageState' | 'Review'>
  onSelect(stage: Stage): void
  /** Opens the settings of the tool. */
  onSettings(): void
}

/** Source, tool and destination in the order of processing, from top to bottom. */
export function StageList({ workflow, ends, selected, parts, onSelect, onSettings }: Props) {
  const { StageState, Review } = parts
  const props = (stage: Stage) => ({
    isSelected: selected === stage,
    state: <StageState stage={stage} />,
    onSelect: () => onSelect(stage),
  })

  return (
    <section className="stage-list" aria-label="Stages">
      <EndpointCard {...props('source')} ends={ends} side="source" workflow={workflow} />
      <ArrowDownOutlined className="stage-arrow" aria-hidden="true" />
      <ToolCard {...props('tool')} workflow={workflow} onSettings={onSettings} />
      <ArrowDownOutlined className="stage-arrow" aria-hidden="true" />
      <EndpointCard
        {...props('destination')}
        ends={ends}
        side="destination"
        workflow={workflow}
        review={<Review workflowId={workflow.id} />}
      />
    </section>
  )
}
