const cardKeys = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder of the same size as the cards while the projects are loading. */
export function ProjectGridSkeleton() {
  return (
    <div className="project-grid" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading projects
      </span>
      {cardKeys.map((cardKey) => (
        <div key={cardKey} className="bone" style={{ height: 136 }} />
      ))}
    </div>
  )
}
