const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** Stands for the projects while they load, in the size of their cards. */
export function ProjectGridSkeleton() {
  return (
    <div className="project-grid" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading the projects
      </span>
      {places.map((place) => (
        <div key={place} className="bone" style={{ height: 136 }} />
      ))}
    </div>
  )
}
