import { Tooltip } from 'antd'
import { NotFound } from '../outputs/NotFound.tsx'
import type { ComparedCell } from './cell-of.ts'

/** A value in a table; that it is missing, or that profiles differ, is said in words too. */
export function MatrixCell({ cell }: { readonly cell: ComparedCell }) {
  const { text, state, differs, why } = cell
  return (
    <span className="matrix-cell" data-state={state} data-differs={differs}>
      {state === 'empty' && why ? (
        <NotFound why={why} />
      ) : (
        <Tooltip title={why && `${text}. ${why}`}>
          <span className="matrix-text" title={why ? undefined : text}>
            {text}
          </span>
        </Tooltip>
      )}
      {differs && <span className="matrix-differs">≠ differs</span>}
    </span>
  )
}
