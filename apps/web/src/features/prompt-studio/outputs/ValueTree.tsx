import type { PromptOutput } from '../output.ts'
import type { ValueType } from '../prompt.ts'
import { ValueLeaf } from './ValueLeaf.tsx'
import type { Branch } from './value-tree.ts'

type Props = {
  readonly branch: Branch
  readonly output: PromptOutput
  readonly type: ValueType
  readonly name: string
}

/** Shows a list or an object, with the evidence of each scalar. */
export function ValueTree({ branch, output, type, name }: Props) {
  if (branch.entries.length === 0) {
    return <span className="faint">{branch.isList ? 'empty list' : 'empty object'}</span>
  }
  return (
    <ul className="value-tree">
      {branch.entries.map(({ name: key, node }) => {
        const shared = { output, type, name: `${name}.${key}` }
        return (
          <li key={key} data-kind={node.kind}>
            <span className="value-key mono">{branch.isList ? Number(key) + 1 : key}</span>
            {node.kind === 'leaf' ? (
              <ValueLeaf {...shared} leaf={node} />
            ) : (
              <ValueTree {...shared} branch={node} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
