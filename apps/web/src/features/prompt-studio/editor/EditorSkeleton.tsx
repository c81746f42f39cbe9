import './editor.css'

const cards = ['a', 'b', 'c']

/** Stands for the editor while its project loads. */
export function EditorSkeleton() {
  return (
    <div className="studio" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the project
      </span>
      <header className="studio-head">
        <div className="bone" style={{ width: 220, height: 24 }} />
      </header>
      <div className="split" data-stacked="false">
        <div className="split-pane skeleton-cards">
          {cards.map((card) => (
            <div key={card} className="bone" style={{ height: 148 }} />
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
