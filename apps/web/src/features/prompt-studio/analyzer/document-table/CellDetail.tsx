import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useCommands } from '../../../../shared/commands/commands.ts'
import type { PromptDocument } from '../../document.ts'
import { OriginalView } from '../../documents/OriginalView.tsx'
import { ExpectedValueDialog } from '../../expected-values/ExpectedValueDialog.tsx'
import { useMarkAsCorrect } from '../../expected-values/use-mark-as-correct.ts'
import { summarizeOutput } from '../../field-table/summarize-output.ts'
import { outputList } from '../../output.queries.ts'
import { outputsOfMode, type PromptOutput } from '../../output.ts'
import { useHighlightStore } from '../../outputs/highlight-store.tsx'
import { isHighlightOf, listHighlights, toHighlightId } from '../../outputs/highlights.ts'
import { OutputValue } from '../../outputs/OutputValue.tsx'
import { SuggestedTag } from '../../outputs/StaleTag.tsx'
import type { Prompt } from '../../prompt.ts'
import { useIsReadOnly } from '../../state/page-context.ts'
import { getOutputProfileId, useAnalyzer } from '../analyzer-context.ts'
import { buildCells, type Expectations, stateMarks, type ValueCell } from './cells.ts'
import { FailureLine } from './FailureLine.tsx'

type Props = {
  readonly document: PromptDocument
  readonly field: Prompt
  readonly expectations: Expectations
  onClose(): void
}

const noOutputs: readonly never[] = []

/** The document, which does not render again for another one of its fields. */
const DocumentPages = memo(OriginalView)

/** The selected value in full, above its document. */
export function CellDetail({ document, field, expectations, onClose }: Props) {
  const { project, profiles, fields } = useAnalyzer()
  const { data, error, refetch } = useQuery(outputList(project.id, document.id, project.singlePass))
  const outputs = useMemo(() => (data ? outputsOfMode(data, project) : noOutputs), [data, project])
  // Another field of the document has the same highlights, which take long to draw.
  const highlights = useMemo(() => {
    const profileIds = new Map(fields.map((one) => [one.id, getOutputProfileId(one, profiles)]))
    const isShown = (output: PromptOutput) => profileIds.get(output.promptId) === output.profileId
    return listHighlights(outputs.filter(isShown), fields)
  }, [outputs, fields, profiles])
  const facts = { ...expectations, documentId: document.id, fields: [field], profiles, outputs }
  const builtCell = buildCells(facts).get(field.id)
  const cell = data ? builtCell : builtCell && { ...builtCell, cellState: 'unknown' as const }
  useShowPlace(cell, document.id)
  return (
    <section
      className="pane document-detail"
      aria-label={`${field.key} in ${document.name}`}
      onKeyDown={(event) => isEscape(event) && onClose()}
    >
      {cell && (
        <DetailHead
          cell={cell}
          document={document}
          isLoaded={expectations.expectedValues !== undefined}
          onClose={onClose}
        />
      )}
      {data && cell && <DetailValue cell={cell} />}
      {!data && !error && <span className="bone document-bone" />}
      {!data && error && (
        <FailureLine
          error={error}
          sentence="Failed to load the values"
          onRetry={() => void refetch()}
        />
      )}
      <DocumentPages key={document.id} document={document} highlights={highlights} />
    </section>
  )
}

/** Whether the key is meant for the pane: dialogs that it opens, and text that is typed, come first. */
const isEscape = ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  !defaultPrevented &&
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.matches('input, textarea, select')

/** Shows where the value was read as soon as it is selected, unless it was clicked there. */
function useShowPlace(cell: ValueCell | undefined, documentId: string): void {
  const highlightStore = useHighlightStore()
  const { output, prompt } = cell ?? {}
  const lastDocumentId = useRef<string>(undefined)
  useEffect(() => {
    const isSameDocument = lastDocumentId.current === documentId
    lastDocumentId.current = documentId
    const { selection } = highlightStore.state.get()
    const isClicked = selection?.origin === 'page' && isHighlightOf(selection.id, prompt?.id ?? '')
    if (isSameDocument && isClicked) return
    const evidence = output && prompt && summarizeOutput(output, prompt.type).evidence
    if (!evidence) return highlightStore.clear()
    highlightStore.select(toHighlightId(output, evidence.path), 'value', evidence.locationIndex)
  }, [output, prompt, documentId, highlightStore])
}

type HeadProps = {
  readonly cell: ValueCell
  readonly document: PromptDocument
  /** Whether the expected values are loaded. Until then, nobody may overwrite what they may be. */
  readonly isLoaded: boolean
  onClose(): void
}

function DetailHead({ cell, document, isLoaded, onClose }: HeadProps) {
  const { prompt, cellState } = cell
  const { studioLink } = useAnalyzer()
  const isReadOnly = useIsReadOnly()
  const { sign, word } = stateMarks[cellState]
  return (
    <header className="document-detail-head">
      <h2 className="mono" title={prompt.text || undefined}>
        {prompt.key}
      </h2>
      {word && (
        <span className="document-chip" data-state={cellState}>
          {sign && <span aria-hidden="true">{sign} </span>}
          {word}
        </span>
      )}
      {!isReadOnly && (
        <CheckButtons
          key={document.id + prompt.id}
          cell={cell}
          document={document}
          isLoaded={isLoaded}
        />
      )}
      <Link to={studioLink} search={{ document: document.id, field: prompt.key } as never}>
        Open in project
      </Link>
      <Button
        type="text"
        size="small"
        aria-label="Close the document"
        title="Close the document (Esc)"
        icon={<CloseOutlined />}
        onClick={onClose}
      />
    </header>
  )
}

type CheckProps = Pick<HeadProps, 'cell' | 'document' | 'isLoaded'>

/** Says that a value is right, or what it should be. */
function CheckButtons({ cell, document, isLoaded }: CheckProps) {
  const { prompt, output, expectedValue } = cell
  const { project } = useAnalyzer()
  const [isEditing, setEditing] = useState(false)
  const { markAsCorrect, isPending } = useMarkAsCorrect()
  const target = { projectId: project.id, promptId: prompt.id, documentId: document.id }
  const isUnchecked = isLoaded && output !== undefined && expectedValue === undefined
  const mark = () => {
    if (isUnchecked && !isPending) void markAsCorrect({ ...target, value: output.value })
  }
  const edit = () => {
    if (isLoaded) setEditing(true)
  }
  const group = 'Output analyzer'
  useCommands([
    { id: 'mark-cell', title: 'Mark the value as correct', group, shortcut: 'y', run: mark },
    {
      id: 'edit-cell',
      title: 'Edit the expected value',
      group,
      shortcut: 'e',
      run: edit,
    },
  ])
  return (
    <>
      {isUnchecked && (
        <Button size="small" loading={isPending} onClick={mark}>
          Correct
        </Button>
      )}
      <Button size="small" disabled={!isLoaded} onClick={edit}>
        Expected value
      </Button>
      {isEditing && (
        <ExpectedValueDialog
          name={prompt.key}
          target={target}
          expectedValue={expectedValue}
          defaultValue={output?.value ?? null}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}

function DetailValue({ cell }: { readonly cell: ValueCell }) {
  const { prompt, output, reason, cellState } = cell
  return (
    <div className="document-detail-value">
      {output?.isSuggested && <SuggestedTag />}
      {output ? (
        <OutputValue prompt={prompt} output={output} />
      ) : (
        <span className="faint">not run</span>
      )}
      {reason && cellState !== 'not found' && <p className="document-reason">{reason}</p>}
    </div>
  )
}
