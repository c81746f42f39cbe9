import './editor.css'

const cards = ['source', 'tool', 'destination']

/** Placeholder for the editor, in the size of its cards. */
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
        <div className="workflow-main">
          <div className="stage-row">
            {cards.map((card) => (
              <div key={card} className="bone" style={{ flex: 1, height: 148 }} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
