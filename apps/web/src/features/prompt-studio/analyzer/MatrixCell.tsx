import { Tooltip } from 'antd'
import { NotFound } from '../outputs/NotFound.tsx'
import type { ComparedCell } from './compared-cell.ts'

/**
 * A cell of a comparison table. Missing values and differences between profiles are also stated in
 * words.
 */
export function MatrixCell({ cell }: { readonly cell: ComparedCell }) {
  const { text, state, differs, explanation } = cell
  return (
    <span className="matrix-cell" data-state={state} data-differs={differs}>
      {state === 'empty' && explanation ? (
        <NotFound reason={explanation} />
      ) : (
        <Tooltip title={explanation && `${text}. ${explanation}`}>
          <span className="matrix-text" title={explanation ? undefined : text}>
            {text}
          </span>
        </Tooltip>
      )}
      {differs && <span className="matrix-differs">≠ differs</span>}
    </span>
  )
}
