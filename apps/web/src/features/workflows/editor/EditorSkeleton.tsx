import './editor.css'

const cards = ['source', 'tool', 'destination']

/** Placeholder for the editor, in the size of its panes. */
export function EditorSkeleton() {
  return (
    <div className="workflow-editor" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the workflow
      </span>
      <div className="workflow-header">
        <div className="bone" style={{ width: 260, height: 30 }} />
      </div>
      <div className="workflow-body">
        <div className="stage-list">
          {cards.map((card) => (
            <div key={card} className="bone" style={{ height: 148 }} />
          ))}
        </div>
        <div className="bone" style={{ minHeight: 280 }} />
      </div>
    </div>
  )
}
