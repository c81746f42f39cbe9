import { Button } from 'antd'
import { useState } from 'react'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { parseOutput } from './format-value.ts'
import { NotFound } from './NotFound.tsx'
import { Sureness } from './Sureness.tsx'
import { TableValue, tableIn } from './TableValue.tsx'
import { ValueLeaf } from './ValueLeaf.tsx'
import { ValueTree } from './ValueTree.tsx'
import { leavesOf, treeOf } from './value-tree.ts'

const MAX_LINES = 25

type Props = { readonly prompt: Prompt; readonly output: PromptOutput }

/** The value of an output with the places where it was read. */
export function OutputValue({ prompt, output }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (output.value === null) return <NotFound why={output.explanation} />

  const tree = treeOf(parseOutput(output.value, prompt.type), output)
  const table = prompt.type === 'table' ? tableIn(tree) : undefined
  const shared = { output, type: prompt.type, name: prompt.key }
  // A scalar says it with its place.
  const why = tree.kind === 'branch' && output.explanation && (
    <p className="value-why">{output.explanation}</p>
  )
  const whole = tree.kind === 'branch' && output.certainty && (
    <p className="value-why">
      All of it right: <Sureness value={output.confidence} certainty={output.certainty} />
    </p>
  )
  if (table) {
    return (
      <>
        <TableValue {...shared} table={table} />
        {whole}
        {why}
      </>
    )
  }
  const lines = tree.kind === 'leaf' ? output.value.split('\n').length : leavesOf(tree).length
  const isCut = lines > MAX_LINES && !isWhole
  return (
    <>
      <div className="value-frame" data-cut={isCut}>
        {tree.kind === 'leaf' ? (
          <ValueLeaf {...shared} leaf={tree} />
        ) : (
          <ValueTree {...shared} branch={tree} />
        )}
      </div>
      {lines > MAX_LINES && (
        <Button type="link" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'show less' : 'show more'}
        </Button>
      )}
      {whole}
      {why}
    </>
  )
}
