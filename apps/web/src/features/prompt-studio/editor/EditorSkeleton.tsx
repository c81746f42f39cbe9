import './editor.css'

const cardKeys = ['a', 'b', 'c']

/** Placeholder while the project is loading. */
export function EditorSkeleton() {
  return (
    <div className="studio" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading project
      </span>
      <header className="studio-head">
        <div className="bone" style={{ width: 220, height: 24 }} />
      </header>
      <div className="split" data-stacked="false">
        <div className="split-pane skeleton-cards">
          {cardKeys.map((cardKey) => (
            <div key={cardKey} className="bone" style={{ height: 148 }} />
          ))}
        </div>
        <div className="split-divider" />
        <div className="split-pane paper-wait">
          <div className="bone paper-bone" />
        </div>
      </div>
    </div>
  )
}
