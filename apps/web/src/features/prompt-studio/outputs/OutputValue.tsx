import { Button } from 'antd'
import { useState } from 'react'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { ConfidenceBadge } from './ConfidenceBadge.tsx'
import { parseOutput } from './format-value.ts'
import { NotFound } from './NotFound.tsx'
import { TableValue, toTable } from './TableValue.tsx'
import { ValueLeaf } from './ValueLeaf.tsx'
import { ValueTree } from './ValueTree.tsx'
import { buildValueTree, listLeaves } from './value-tree.ts'

const MAX_LINES = 25

type Props = { readonly prompt: Prompt; readonly output: PromptOutput }

/** An object without entries is what a reply without JSON becomes. */
const isEmptyObject = (tree: ReturnType<typeof buildValueTree>) =>
  tree.kind === 'branch' && !tree.isList && tree.entries.length === 0

/** Shows the value of an output with its evidence. */
export function OutputValue({ prompt, output }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  if (output.value === null) return <NotFound reason={output.explanation} />

  const tree = buildValueTree(parseOutput(output.value, prompt.type), output)
  if (isEmptyObject(tree)) return <NotFound reason={output.explanation} />
  const table = prompt.type === 'table' ? toTable(tree) : undefined
  const shared = { output, type: prompt.type, name: prompt.key }
  // A scalar shows its explanation with its evidence.
  const notes = tree.kind === 'branch' && <ValueNotes output={output} />
  if (table) {
    return (
      <>
        <TableValue {...shared} table={table} />
        {notes}
      </>
    )
  }
  const lineCount = tree.kind === 'leaf' ? output.value.split('\n').length : listLeaves(tree).length
  const isTruncated = lineCount > MAX_LINES && !isExpanded
  return (
    <>
      <div className="value-frame" data-cut={isTruncated}>
        {tree.kind === 'leaf' ? (
          <ValueLeaf {...shared} leaf={tree} />
        ) : (
          <ValueTree {...shared} branch={tree} />
        )}
      </div>
      {lineCount > MAX_LINES && (
        <Button type="link" size="small" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'show less' : 'show more'}
        </Button>
      )}
      {notes}
    </>
  )
}

/** Shows the confidence that all values are correct, and how they were found. */
const ValueNotes = ({ output }: Pick<Props, 'output'>) => (
  <>
    {output.calibration && (
      <p className="value-why">
        Confidence that all values are correct:{' '}
        <ConfidenceBadge value={output.confidence} calibration={output.calibration} />
      </p>
    )}
    {output.explanation && <p className="value-why">{output.explanation}</p>}
  </>
)
