import { Button, Tooltip } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { PromptDocument } from '../document.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useIsReadOnly } from '../state/page-context.ts'
import { useIndexing } from './indexing.tsx'

type Props = {
  readonly document: PromptDocument
  readonly title: string
  readonly explanation: string
}

/** Shown in place of a text that exists only once the document is indexed. */
export function NotIndexed({ document, title, explanation }: Props) {
  const { index, states, refusal } = useIndexing()
  const isReadOnly = useIsReadOnly()
  const isRunning = useIsRunning()
  return (
    <div className="pane-body">
      <EmptyState title={title} explanation={explanation}>
        <Tooltip title={refusal}>
          {/* A disabled button fires no mouse events, so the span around it shows the tooltip. */}
          <span>
            <Button
              type="primary"
              disabled={isReadOnly || isRunning || refusal !== undefined}
              loading={states.get(document.id)?.kind === 'running'}
              onClick={() => index(document)}
            >
              Index document
            </Button>
          </span>
        </Tooltip>
      </EmptyState>
    </div>
  )
}
