import type { ComparedCell } from './cell-of.ts'

/** A value in a table; that it is missing, or that profiles differ, is said in words too. */
export function MatrixCell({ cell }: { readonly cell: ComparedCell }) {
  const { text, state, differs } = cell
  return (
    <span className="matrix-cell" data-state={state} data-differs={differs}>
      <span className="matrix-text" title={text}>
        {text}
      </span>
      {differs && <span className="matrix-differs">≠ differs</span>}
    </span>
  )
}
