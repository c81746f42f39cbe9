import { Button, Tooltip } from 'antd'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import type { PromptDocument } from '../document.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useIsReadOnly } from '../state/read-only.ts'
import { useIndexing } from './indexing.tsx'

type Props = {
  readonly document: PromptDocument
  readonly title: string
  readonly explanation: string
}

/** Stands where a text should be that is there once the document is indexed. */
export function IndexFirst({ document, title, explanation }: Props) {
  const { index, states, refusal } = useIndexing()
  const isReadOnly = useIsReadOnly()
  const isRunning = useIsRunning()
  return (
    <div className="pane-body">
      <EmptyState title={title} explanation={explanation}>
        <Tooltip title={refusal}>
          {/* A disabled button hears no mouse; what is around it does. */}
          <span>
            <Button
              type="primary"
              disabled={isReadOnly || isRunning || refusal !== undefined}
              loading={states.get(document.id)?.kind === 'running'}
              onClick={() => index(document)}
            >
              Index the document
            </Button>
          </span>
        </Tooltip>
      </EmptyState>
    </div>
  )
}
